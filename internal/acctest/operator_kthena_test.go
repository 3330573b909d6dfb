//go:build unix

package acctest_test

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// kthenaReal is a cluster with Kthena itself.
var kthenaReal = acctest.Options{Kthena: true}

// TestAccKthenaStarts has the API server ask Kthena's webhooks.
func TestAccKthenaStarts(t *testing.T) {
	acctest.Start(t, kthenaReal)
}
