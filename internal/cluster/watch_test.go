package cluster

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const (
	getWidget   = "GET " + widgetPath
	watchWidget = "GET " + widgetsPath + " watch"
)

// TestUntil shows which states a wait sees, and that it survives what passes.
func TestUntil(t *testing.T) {
	expired := metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Code: 410, Reason: metav1.StatusReasonExpired, Message: "too old resource version"}
	state := func(generation int64) http.HandlerFunc { return answer(200, object("u", generation)) }
	tests := map[string]struct {
		reason   string
		steps    []http.HandlerFunc
		until    int64 // the generation at which the wait is over
		seen     []int64
		requests []string
	}{
		"DoneAtOnce": {
			reason: "an object that is already there as wanted costs one request and no watch",
			steps:  []http.HandlerFunc{state(3)}, until: 3,
			seen: []int64{3}, requests: []string{getWidget},
		},
		"Changes": {
			reason: "every change is seen in order",
			steps:  []http.HandlerFunc{state(1), events(true, "MODIFIED", object("u", 2), "MODIFIED", object("u", 3))}, until: 3,
			seen: []int64{1, 2, 3}, requests: []string{getWidget, watchWidget},
		},
		"Appears": {
			reason: "an object that does not exist is nil, and its creation is seen",
			steps:  []http.HandlerFunc{notFound, events(true, "ADDED", object("u", 1))}, until: 1,
			seen: []int64{0, 1}, requests: []string{getWidget, watchWidget},
		},
		"Recreated": {
			reason: "a deletion is nil, and the next object of that name is seen in the same watch",
			steps:  []http.HandlerFunc{state(1), events(true, "DELETED", object("u", 1), "ADDED", object("v", 2))}, until: 2,
			seen: []int64{1, 0, 2}, requests: []string{getWidget, watchWidget},
		},
		"ClosedWatch": {
			reason: "a watch that ends is followed by another look",
			steps:  []http.HandlerFunc{state(1), events(false), state(2)}, until: 2,
			seen: []int64{1, 2}, requests: []string{getWidget, watchWidget, getWidget},
		},
		"ExpiredInTheStream": {
			reason: "a watch that tells 410 in an event starts over",
			steps:  []http.HandlerFunc{state(1), events(true, "ERROR", expired), state(2)}, until: 2,
			seen: []int64{1, 2}, requests: []string{getWidget, watchWidget, getWidget},
		},
		"ExpiredAtTheStart": {
			reason: "a watch that is refused with 410 starts over",
			steps:  []http.HandlerFunc{state(1), answer(410, expired), state(2)}, until: 2,
			seen: []int64{1, 2}, requests: []string{getWidget, watchWidget, getWidget},
		},
		"ServerTrouble": {
			reason: "server errors, throttling, proxies and broken connections are waited out, however many",
			steps: []http.HandlerFunc{
				plain(502, "bad gateway"), plain(503, "starting"), plain(429, "slow down"),
				refuse(500, metav1.StatusReasonInternalError, "etcd is away", nil), plain(504, "timeout"), state(1),
			}, until: 1,
			seen: []int64{1}, requests: slices.Repeat([]string{getWidget}, 6),
		},
		"ServerTroubleOfTheWatch": {
			reason: "a watch that cannot be opened is followed by another look",
			steps:  []http.HandlerFunc{state(1), plain(503, "starting"), state(2)}, until: 2,
			seen: []int64{1, 2}, requests: []string{getWidget, watchWidget, getWidget},
		},
		"ShortRefusal": {
			reason: "an API server that has just started refuses for a moment; that does not end a wait",
			steps:  []http.HandlerFunc{plain(404, "404 page not found"), forbidden, state(1)}, until: 1,
			seen: []int64{1}, requests: slices.Repeat([]string{getWidget}, 3),
		},
		"RefusalsDoNotAddUp": {
			reason: "refusals with an answer between them are not refusals in a row",
			steps:  []http.HandlerFunc{forbidden, forbidden, state(1), events(false), forbidden, forbidden, state(2)}, until: 2,
			seen: []int64{1, 2}, requests: []string{getWidget, getWidget, getWidget, watchWidget, getWidget, getWidget, getWidget},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.steps...)
			var seen []int64
			err := client.Until(t.Context(), widget, "ns", "w", func(live *unstructured.Unstructured) (bool, error) {
				generation := int64(0)
				if live != nil {
					generation = live.GetGeneration()
				}
				seen = append(seen, generation)
				return generation == tc.until, nil
			})
			if err != nil {
				t.Fatalf("%s: %v", tc.reason, err)
			}
			if diff := cmp.Diff(tc.seen, seen); diff != "" {
				t.Errorf("%s: states seen (-want +got):\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(tc.requests, server.requests()); diff != "" {
				t.Errorf("%s: requests (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestUntilWatchesOneObject shows that the watch is limited to the object and begins
// where the read ended.
func TestUntilWatchesOneObject(t *testing.T) {
	client, server := newTestClient(t, answer(200, object("u", 1)), events(true, "MODIFIED", object("u", 2)))
	err := client.Until(t.Context(), widget, "ns", "w", func(live *unstructured.Unstructured) (bool, error) {
		return live.GetGeneration() == 2, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	query := server.seen[1].URL.Query()
	got := map[string]string{"fieldSelector": query.Get("fieldSelector"), "resourceVersion": query.Get("resourceVersion")}
	if diff := cmp.Diff(map[string]string{"fieldSelector": "metadata.name=w", "resourceVersion": "101"}, got); diff != "" {
		t.Errorf("query of the watch (-want +got):\n%s", diff)
	}
}

// TestUntilRechecks shows that done is asked again without any change of the object.
func TestUntilRechecks(t *testing.T) {
	client, server := newTestClient(t, answer(200, object("u", 1)), events(true))
	client.pace.recheck = time.Millisecond
	asked := 0
	err := client.Until(t.Context(), widget, "ns", "w", func(*unstructured.Unstructured) (bool, error) {
		asked++
		return asked == 4, nil
	})
	if err != nil || len(server.requests()) != 2 {
		t.Errorf("asked %d times with requests %v and error %v, want 4 times within one watch", asked, server.requests(), err)
	}
}

// TestUntilPollsWithoutWatchPermission shows that reading alone is enough permission.
func TestUntilPollsWithoutWatchPermission(t *testing.T) {
	client, server := newTestClient(t, answer(200, object("u", 1)), forbidden, answer(200, object("u", 2)), forbidden, answer(200, object("u", 3)))
	client.pace.recheck = time.Millisecond
	err := client.Until(t.Context(), widget, "ns", "w", func(live *unstructured.Unstructured) (bool, error) {
		return live.GetGeneration() == 3, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{getWidget, watchWidget, getWidget, watchWidget, getWidget}
	if diff := cmp.Diff(want, server.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestUntilGivesUp shows that a refusal that stays ends the wait with the refusal.
func TestUntilGivesUp(t *testing.T) {
	tests := map[string]struct {
		reason string
		step   http.HandlerFunc
		is     func(error) bool
	}{
		"Forbidden":    {"permissions do not come by waiting", forbidden, IsForbidden},
		"Unauthorized": {"credentials do not come by waiting", refuse(401, metav1.StatusReasonUnauthorized, "Unauthorized", nil), IsUnauthorized},
		"TypeMissing":  {"a wait for an object is not a wait for its type", plain(404, "404 page not found"), IsTypeMissing},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.step)
			err := client.Until(t.Context(), widget, "ns", "w", func(*unstructured.Unstructured) (bool, error) {
				t.Errorf("%s: done was asked about an object that was never read", tc.reason)
				return true, nil
			})
			if !tc.is(err) || len(server.requests()) != testPace.refusals {
				t.Errorf("%s: got %v after %d requests, want the refusal after %d", tc.reason, err, len(server.requests()), testPace.refusals)
			}
		})
	}
}

// TestUntilReturnsTheCallersError shows that the caller can end a wait.
func TestUntilReturnsTheCallersError(t *testing.T) {
	client, _ := newTestClient(t, answer(200, object("u", 1)))
	want := errors.New("will never be ready")
	got := client.Until(t.Context(), widget, "ns", "w", func(*unstructured.Unstructured) (bool, error) { return false, want })
	if !errors.Is(got, want) {
		t.Errorf("got %v, want the caller's own error", got)
	}
}

// TestUntilEndsWithItsContext shows that the last problem is told when time is up.
func TestUntilEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	client, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 3 {
			cancel()
		}
		plain(503, "etcd is away")(w, r)
	})
	err := client.Until(ctx, widget, "ns", "w", func(*unstructured.Unstructured) (bool, error) { return true, nil })
	var wait *WaitError
	if !errors.As(err, &wait) || !errors.Is(err, context.Canceled) || wait.Last == nil {
		t.Fatalf("got %#v, want a WaitError of the context with the last problem", err)
	}
	for _, part := range []string{"waiting for Widget ns/w", "context canceled", "last problem", "unable to handle the request"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

// TestUntilSurvivesARestart shows that a wait goes on when the API server goes away and
// comes back at the same address.
func TestUntilSurvivesARestart(t *testing.T) {
	first := &script{steps: []http.HandlerFunc{answer(200, object("u", 1)), events(true)}}
	server := httptest.NewServer(first)
	client := clientOf(t, Config{Host: server.URL})
	address := server.Listener.Addr().String()
	client.pace.recheck = time.Millisecond

	stopped := false
	err := client.Until(t.Context(), widget, "ns", "w", func(live *unstructured.Unstructured) (bool, error) {
		if live.GetGeneration() == 1 && !stopped {
			stopped = true
			go func() {
				// The Close of httptest would wait for the watch to end.
				_ = server.Config.Close()
				restart(t, address, answer(200, object("u", 2)))
			}()
		}
		return live.GetGeneration() == 2, nil
	})
	if err != nil {
		t.Fatalf("the wait did not survive the restart: %v", err)
	}
}

// restart serves a step at an address that was in use before.
func restart(t *testing.T, address string, step http.HandlerFunc) {
	server := &http.Server{Addr: address, Handler: step}
	t.Cleanup(func() { _ = server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		t.Errorf("serving again: %v", err)
	}
}
