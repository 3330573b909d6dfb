package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestOwnerOf(t *testing.T) {
	cases := map[string]struct {
		reason   string
		metadata map[string]any
		want     Owner
	}{
		"All": {
			reason: "Everything the author wrote is taken over.",
			metadata: map[string]any{
				"name": "qwen", "namespace": "llm",
				"labels": map[string]any{"team": "search"}, "annotations": map[string]any{"note": "n"},
			},
			want: Owner{Name: "qwen", Namespace: "llm", Labels: map[string]string{"team": "search"}, Annotations: map[string]string{"note": "n"}},
		},
		"NoNamespace": {
			reason:   "Objects without a namespace would be refused.",
			metadata: map[string]any{"name": "qwen"},
			want:     Owner{Name: "qwen", Namespace: "default"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := OwnerOf(&unstructured.Unstructured{Object: map[string]any{"metadata": tc.metadata}})
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestOwnerLabels(t *testing.T) {
	o := Owner{Name: "qwen", Labels: map[string]string{
		"team":                         "search",
		"app.kubernetes.io/name":       "chat",
		"app.kubernetes.io/managed-by": "terraform-provider-inference",
	}}
	want := map[string]string{
		"team":                         "search",
		"app.kubernetes.io/name":       "qwen",
		"app.kubernetes.io/managed-by": "terraform-provider-inference",
	}
	if diff := cmp.Diff(want, o.ObjectLabels()); diff != "" {
		t.Errorf("the labels that pods are selected by must win (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"app.kubernetes.io/name"}, o.ReplacedLabels()); diff != "" {
		t.Errorf("only a label that changes is replaced (-want +got):\n%s", diff)
	}
	if o.Labels["app.kubernetes.io/name"] != "chat" {
		t.Error("the labels of the owner were changed")
	}
}
