package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"
)

// TestInstalled shows what a definition of another release has against an object.
func TestInstalled(t *testing.T) {
	cases := map[string]struct {
		reason string
		change func(spec map[string]any)
		want   []string
	}{
		"same":  {"it is our own", func(map[string]any) {}, nil},
		"lacks": {"the field is not there", func(spec map[string]any) { delete(spec["properties"].(map[string]any), "replicas") }, []string{"spec.replicas"}},
		"tighter": {"the value is too large", func(spec map[string]any) {
			spec["properties"].(map[string]any)["replicas"].(map[string]any)["maximum"] = int64(1)
		}, []string{"spec.replicas"}},
		"requires": {"a field is missing", func(spec map[string]any) { spec["required"] = []any{"elasticConfig"} }, []string{"spec.elasticConfig"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(Expand(playground))
			if err != nil {
				t.Fatal(err)
			}
			tc.change(tree["properties"].(map[string]any)["spec"].(map[string]any))
			installed, err := NewInstalled(tree)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range installed.Validate(map[string]any{
				"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Playground", "metadata": map[string]any{"name": "chat"},
				"spec": map[string]any{"replicas": int64(2), "modelClaim": map[string]any{"modelName": "qwen"}},
			}) {
				got = append(got, e.Field)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
	if _, err := NewInstalled(map[string]any{"properties": "none"}); err == nil {
		t.Error("a schema that is none was read")
	}
}
