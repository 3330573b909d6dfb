package cluster

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// TestDelete shows what is asked for and what the answers mean.
func TestDelete(t *testing.T) {
	conflict := refuse(409, metav1.StatusReasonConflict, "Precondition failed: UID in precondition: u, UID in object meta: v", nil)
	ok := answer(200, metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusSuccess})
	withUID := map[string]any{"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Foreground", "preconditions": map[string]any{"uid": "u"}}
	withoutUID := map[string]any{"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Foreground"}
	none := func(err error) bool { return err == nil }
	tests := map[string]struct {
		reason string
		uid    string
		steps  []http.HandlerFunc
		body   map[string]any
		check  func(error) bool
	}{
		"Deleted":    {"dependents go first, and only the object of that UID", "u", []http.HandlerFunc{ok}, withUID, none},
		"AnyUID":     {"without a UID the name decides", "", []http.HandlerFunc{ok}, withoutUID, none},
		"Gone":       {"an object that is gone is what was wanted", "u", []http.HandlerFunc{notFound}, withUID, none},
		"GoneOnLook": {"a conflict about an object that is gone by now is over", "u", []http.HandlerFunc{conflict, notFound}, withUID, none},
		"Replaced": {"another object of the name is left alone and told", "u", []http.HandlerFunc{conflict, answer(200, object("v", 1))}, withUID, func(err error) bool {
			var replaced *ReplacedError
			return errors.As(err, &replaced) && replaced.Want == "u" && replaced.Have == "v"
		}},
		"OtherConflict": {"a conflict about the same object is what it is", "u", []http.HandlerFunc{conflict, answer(200, object("u", 1))}, withUID, func(err error) bool {
			var replaced *ReplacedError
			return isConflict(err) && !errors.As(err, &replaced)
		}},
		"TypeMissing": {"a type that is not served says nothing about the object", "u", []http.HandlerFunc{plain(404, "404 page not found")}, withUID, IsTypeMissing},
		"Unreachable": {"no answer says nothing about the object", "u", []http.HandlerFunc{plain(503, "starting")}, withUID, IsUnreachable},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var got sent
			tc.steps[0] = record(&got, tc.steps[0])
			client, _ := newTestClient(t, tc.steps...)
			if err := client.delete(t.Context(), widget, "ns", "w", types.UID(tc.uid), metav1.DeletePropagationForeground); !tc.check(err) {
				t.Errorf("%s: got %v", tc.reason, err)
			}
			if diff := cmp.Diff(tc.body, got.Body); diff != "" || got.Method != http.MethodDelete || got.Path != widgetPath {
				t.Errorf("%s: %s %s (-want +got):\n%s", tc.reason, got.Method, got.Path, diff)
			}
		})
	}
}

// TestWaitGone shows when an object is gone.
func TestWaitGone(t *testing.T) {
	tests := map[string]struct {
		reason string
		steps  []http.HandlerFunc
	}{
		"Gone":     {"there is nothing to wait for", []http.HandlerFunc{notFound}},
		"Deleted":  {"the deletion is seen", []http.HandlerFunc{answer(200, object("u", 1)), events(true, "DELETED", object("u", 2))}},
		"Replaced": {"an object of another UID is not waited for", []http.HandlerFunc{answer(200, object("v", 1))}},
		"Restart":  {"no answer is not gone", []http.HandlerFunc{plain(503, "starting"), plain(404, "404 page not found"), notFound}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.steps...)
			if err := client.WaitGone(t.Context(), widget, "ns", "w", "u"); err != nil {
				t.Errorf("%s: %v", tc.reason, err)
			}
			if got := len(server.requests()); got != len(tc.steps) {
				t.Errorf("%s: %d requests, want %d", tc.reason, got, len(tc.steps))
			}
		})
	}
}

// TestWaitGoneTellsWhatBlocks shows what is known when the time is up.
func TestWaitGoneTellsWhatBlocks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	blocked := object("u", 1)
	deleted := metav1.NewTime(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	blocked.SetDeletionTimestamp(&deleted)
	blocked.SetFinalizers([]string{"example.org/a", "foregroundDeletion"})
	client, _ := newTestClient(t, answer(200, blocked), func(w http.ResponseWriter, r *http.Request) {
		cancel()
		events(true)(w, r)
	})
	err := client.WaitGone(ctx, widget, "ns", "w", "u")
	var got *NotGoneError
	if !errors.As(err, &got) || !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want a NotGoneError of the context", err)
	}
	if diff := cmp.Diff([]string{"example.org/a", "foregroundDeletion"}, got.Finalizers); diff != "" || !got.DeletionTimestamp.Equal(deleted.Time) {
		t.Errorf("deletion at %v, finalizers (-want +got):\n%s", got.DeletionTimestamp, diff)
	}
	const want = "the object is being deleted since 2026-01-02T03:04:05Z and waits for its finalizers example.org/a, foregroundDeletion"
	if !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %q, want %q ...", err, want)
	}
}

// TestWaitGoneWithoutAnswer shows that an object that was never seen is not called alive.
func TestWaitGoneWithoutAnswer(t *testing.T) {
	client, _ := newTestClient(t, forbidden)
	err := client.WaitGone(t.Context(), widget, "ns", "w", "u")
	var got *NotGoneError
	if errors.As(err, &got) || !IsForbidden(err) {
		t.Errorf("got %v, want the refusal alone", err)
	}
}
