package schema

import (
	"strings"
	"testing"
)

// TestDeprecation shows that a field which upstream gives up says so where it is configured.
func TestDeprecation(t *testing.T) {
	spec, ok := Lookup("ome/v1beta1.InferenceService").JSONField("spec")
	if !ok {
		t.Fatal("an InferenceService has no spec")
	}
	attributes := spec.Node.Attributes()
	for name, want := range map[string]string{
		"predictor":   "Later releases of OME do not have it. Use `engine`, `model` and `runtime` instead.",
		"keda_config": "Later releases of OME do not have it. Remove it.",
	} {
		if got := attributes[name].GetDeprecationMessage(); got != want {
			t.Errorf("%s says %q, want %q", name, got, want)
		}
	}
	for name, attribute := range attributes {
		deprecated := strings.Contains(attribute.GetMarkdownDescription(), "Deprecated: ")
		if got := attribute.GetDeprecationMessage(); (got != "") != deprecated {
			t.Errorf("%s is deprecated: %v, and says %q", name, deprecated, got)
		}
	}
}
