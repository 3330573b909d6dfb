package model

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// TestJudgeDeleted gives up an object that is being deleted, whatever its status says, and names what keeps it.
func TestJudgeDeleted(t *testing.T) {
	serves := Target{ready: func(*unstructured.Unstructured) observe.Result { return observe.Result{Phase: observe.Ready} }}
	cases := map[string]struct {
		reason     string
		finalizers []any
		says       string
	}{
		"kept":    {"a finalizer that nobody removes keeps it", []any{"example.org/a", "example.org/b"}, "it is being deleted since 2026-01-02T03:04:05Z and waits for its finalizers example.org/a, example.org/b"},
		"leaving": {"it goes by itself", nil, "it is being deleted since 2026-01-02T03:04:05Z"},
	}
	for name, tc := range cases {
		live := &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"deletionTimestamp": "2026-01-02T03:04:05Z"}}}
		if tc.finalizers != nil {
			live.Object["metadata"].(map[string]any)["finalizers"] = tc.finalizers
		}
		if got := serves.Judge(live); got.Phase != observe.Failed || !strings.HasSuffix(got.Message, tc.says) {
			t.Errorf("%s: %s, so it is judged as %s: %s; want %s", name, tc.reason, got.Phase, got.Message, tc.says)
		}
	}
}
