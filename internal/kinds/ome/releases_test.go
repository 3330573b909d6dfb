package ome

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// TestReleases proves that no release has words of its own: OME only ever added fields.
func TestReleases(t *testing.T) {
	kindstest.Releases(t, Kinds(), nil)
}
