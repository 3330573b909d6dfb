package cluster

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
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

// TestAmend shows when an object that others change is read and changed again.
func TestAmend(t *testing.T) {
	busy := refuse(409, metav1.StatusReasonConflict, "the object has been modified", nil)
	const get, patch = "GET " + widgetPath, "PATCH " + widgetPath
	cases := map[string]struct {
		reason  string
		steps   []http.HandlerFunc
		nothing bool
		want    []string
		fails   bool
	}{
		"nothing":  {"no request is needed", []http.HandlerFunc{answer(200, object("u", 2))}, true, nil, false},
		"quiet":    {"nobody else changes it", []http.HandlerFunc{answer(200, object("u", 2))}, false, []string{patch}, false},
		"busy":     {"somebody was faster once", []http.HandlerFunc{busy, answer(200, object("u", 2)), answer(200, object("u", 3))}, false, []string{patch, get, patch}, false},
		"too busy": {"somebody always is", []http.HandlerFunc{busy}, false, []string{patch, get, patch, get, patch, get, patch, get}, true},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c, s := newTestClient(t, tc.steps...)
			_, err := c.Amend(t.Context(), widget, object("u", 1), "terraform", func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
				if tc.nothing {
					return nil, nil
				}
				changed := live.DeepCopy()
				changed.SetLabels(map[string]string{"a": "b"})
				return changed, nil
			})
			if (err != nil) != tc.fails || tc.fails && !IsOutdated(err) {
				t.Errorf("%s: got %v", tc.reason, err)
			}
			if diff := cmp.Diff(tc.want, s.requests()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestAmendInterrupted has a run end while an object is changed: that is an error, and not the answer of nobody.
func TestAmendInterrupted(t *testing.T) {
	c, _ := newTestClient(t, answer(200, object("u", 2)))
	ctx, cancel := context.WithCancel(t.Context())
	live, err := c.Amend(ctx, widget, object("u", 1), "terraform", func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		cancel()
		changed := live.DeepCopy()
		changed.SetLabels(map[string]string{"a": "b"})
		return changed, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", live, err)
	}
}
