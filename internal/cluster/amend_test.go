package cluster

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMergePatch shows that a patch holds what differs and nothing else.
func TestMergePatch(t *testing.T) {
	before := map[string]any{
		"metadata": map[string]any{"name": "w", "labels": map[string]any{"a": "1", "b": "2"}},
		"spec":     map[string]any{"list": []any{"x", "y"}, "same": []any{"z"}, "object": map[string]any{"n": int64(1)}},
	}
	after := map[string]any{
		"metadata": map[string]any{"name": "w", "labels": map[string]any{"b": "3"}},
		"spec":     map[string]any{"list": []any{"x"}, "same": []any{"z"}, "more": int64(2)},
	}
	want := map[string]any{
		"metadata": map[string]any{"labels": map[string]any{"a": nil, "b": "3"}},
		"spec":     map[string]any{"list": []any{"x"}, "object": nil, "more": int64(2)},
	}
	if diff := cmp.Diff(want, mergePatch(before, after)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if patch := mergePatch(before, before); len(patch) > 0 {
		t.Errorf("a patch of what is the same: %v", patch)
	}
}
