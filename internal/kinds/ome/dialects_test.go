package ome

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// TestDialects proves that no generation has words of its own: OME only ever added fields.
func TestDialects(t *testing.T) {
	kindstest.Dialects(t, Kinds(), nil)
}
