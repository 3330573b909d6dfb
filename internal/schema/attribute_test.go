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
	if got := attributes["predictor"].GetDeprecationMessage(); got != "Removed in later releases of OME. Remove it." {
		t.Errorf("predictor says %q", got)
	}
	for name, attribute := range attributes {
		deprecated := strings.Contains(attribute.GetMarkdownDescription(), "Deprecated: ")
		if got := attribute.GetDeprecationMessage(); (got != "") != deprecated {
			t.Errorf("%s is deprecated: %v, and says %q", name, deprecated, got)
		}
	}
}
