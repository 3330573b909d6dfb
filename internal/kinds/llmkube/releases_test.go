package llmkube

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// TestReleases proves that no release has words of its own: LLMKube only ever added fields.
func TestReleases(t *testing.T) {
	kindstest.Releases(t, Kinds(), nil)
}
