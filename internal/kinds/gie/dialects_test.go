package gie

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGenerationsShareTheirVocabulary shows that no generation spells a field in a way
// of its own: they differ in the group and in what they require.
func TestGenerationsShareTheirVocabulary(t *testing.T) {
	tree := map[string]any{"spec": map[string]any{"priority": int64(1), "poolRef": map[string]any{"name": "a"}}}
	for _, k := range Kinds() {
		for _, d := range k.Dialects {
			if diff := cmp.Diff(tree, d.ToWire(tree)); diff != "" {
				t.Errorf("%s %s changes the object:\n%s", k.TypeName, d.Name, diff)
			}
		}
	}
}

// TestObjectivesOfLLMD shows that the group of llm-d is tried before the older one, and
// is told by its name alone.
func TestObjectivesOfLLMD(t *testing.T) {
	newest := objectiveDialects[len(objectiveDialects)-1]
	if newest.GVK.Group != "llm-d.ai" || newest.Marker != "" || newest.Relaxes != "" {
		t.Errorf("the newest generation is %+v", newest)
	}
}
