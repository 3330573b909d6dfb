package workload

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/google/go-cmp/cmp"
)

// TestTable holds the table to what the rest reads out of it: every kind once, and all that makes pods with the number of them.
func TestTable(t *testing.T) {
	var seen []schema.GroupVersionKind
	for _, k := range table {
		if slices.Contains(seen, k.GroupVersionKind) {
			t.Errorf("%s is listed twice", k.Kind)
		}
		seen = append(seen, k.GroupVersionKind)
		if k.Plural == "" || k.Version == "" || (k.Replicas != "") != (len(k.Templates) > 0) || k.Rolls && len(k.Templates) == 0 {
			t.Errorf("%s is not complete: %+v", k.Kind, k)
		}
		if got, ok := Of(k.GroupVersionKind); !ok || got.Plural != k.Plural {
			t.Errorf("%s is found as %s", k.Kind, got.Plural)
		}
	}
	if _, ok := Of(schema.GroupVersionKind{Group: "apps", Version: "v1beta1", Kind: "Deployment"}); ok {
		t.Error("a Deployment of another version is known")
	}
}

// TestTemplate shows that the template of a leader comes first, where there is one.
func TestTemplate(t *testing.T) {
	leader, worker := map[string]any{"spec": "leader"}, map[string]any{"spec": "worker"}
	for name, tc := range map[string]struct {
		templates map[string]any
		want      map[string]any
	}{
		"both":   {map[string]any{"leaderTemplate": leader, "workerTemplate": worker}, leader},
		"worker": {map[string]any{"workerTemplate": worker}, worker},
		"none":   {map[string]any{}, nil},
	} {
		object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"leaderWorkerTemplate": tc.templates}}}
		got, found := LeaderWorkerSet.Template(object)
		if diff := cmp.Diff(tc.want, got); diff != "" || found != (tc.want != nil) {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
