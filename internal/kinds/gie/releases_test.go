package gie

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// TestReleases proves that no release has words of its own: they differ in the group
// and in what they require.
func TestReleases(t *testing.T) {
	kindstest.Releases(t, Kinds(), nil)
}

// TestObjectivesOfLLMD shows that the group of llm-d is tried before the older one, and
// is told by its name alone.
func TestObjectivesOfLLMD(t *testing.T) {
	newest := objectiveReleases[len(objectiveReleases)-1]
	if newest.GVK.Group != "llm-d.ai" || newest.Marker != "" || newest.Relaxes != "" {
		t.Errorf("the newest release is %+v", newest)
	}
}
