package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// board answers lists and watches of widgets, as the test says.
type board struct {
	mu    sync.Mutex
	lists int
	opens int
	// list and watch get the number of the request, from 1.
	list  func(n int) http.HandlerFunc
	watch func(n int) http.HandlerFunc
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	var step http.HandlerFunc
	switch query := r.URL.Query(); {
	case query.Get("sendInitialEvents") == "true": // An API server before 1.32 does not know lists that are watches.
		step = refuse(422, metav1.StatusReasonInvalid, "sendInitialEvents is forbidden", nil)
	case query.Get("watch") == "true":
		b.opens++
		step = b.watch(b.opens)
	default:
		b.lists++
		step = b.list(b.lists)
	}
	b.mu.Unlock()
	step(w, r)
}

func (b *board) counts() (lists, opens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lists, b.opens
}

// listOf is a list of widgets at a resource version.
func listOf(version string, items ...*unstructured.Unstructured) http.HandlerFunc {
	for _, item := range items {
		item.SetOwnerReferences([]metav1.OwnerReference{{UID: "owner", Name: "owner"}})
	}
	list := map[string]any{"apiVersion": "example.org/v1", "kind": "WidgetList", "metadata": map[string]any{"resourceVersion": version}, "items": items}
	return answer(200, list)
}

// follow follows widgets until the test ends, and returns a function that waits until what is seen is as wanted.
func follow(t *testing.T, c *Client) (*Follower, func(want ...string)) {
	t.Helper()
	changed := make(chan struct{}, 1)
	f := c.Follow(t.Context(), "ns", func(*unstructured.Unstructured) {
		select {
		case changed <- struct{}{}:
		default:
		}
	}, widget)
	return f, func(want ...string) {
		t.Helper()
		limit := time.After(time.Minute)
		for {
			var seen []string
			owned, _ := f.Of("owner")
			for _, o := range owned {
				seen = append(seen, fmt.Sprintf("%s at generation %d", o.GetUID(), o.GetGeneration()))
			}
			if cmp.Equal(want, seen) {
				return
			}
			select {
			case <-changed:
			case <-limit:
				t.Fatalf("%v is seen, not %v", seen, want)
			}
		}
	}
}

// TestFollow sees what changes through an expired watch and a server in trouble.
func TestFollow(t *testing.T) {
	expired := metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Code: 410, Reason: metav1.StatusReasonExpired, Message: "too old resource version"}
	b := &board{
		list: func(n int) http.HandlerFunc {
			switch n {
			case 1:
				return plain(503, "starting")
			case 2:
				return listOf("101", object("u", 1))
			}
			return listOf("105", object("u", 5))
		},
		watch: func(n int) http.HandlerFunc {
			if n == 1 {
				return events(true, "MODIFIED", object("u", 2), "ERROR", expired)
			}
			return events(true)
		},
	}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	f, until := follow(t, clientOf(t, Config{Host: server.URL}))
	defer f.Stop()
	until("u at generation 5")
	if unseen := f.Unseen(); len(unseen) > 0 {
		t.Errorf("after the trouble this is not seen: %v", unseen)
	}
}

// TestFollowersShare has two followers of the same type in the same namespace make one list and one watch, which
// ends with the last of them.
func TestFollowersShare(t *testing.T) {
	opened, closed := make(chan struct{}), make(chan struct{})
	b := &board{
		list: func(int) http.HandlerFunc { return listOf("101", object("u", 1)) },
		watch: func(int) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				close(opened)
				events(true)(w, r)
				close(closed)
			}
		},
	}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	c := clientOf(t, Config{Host: server.URL})
	one, untilOne := follow(t, c)
	untilOne("u at generation 1")
	other, untilOther := follow(t, c)
	untilOther("u at generation 1")
	<-opened // else there may be no watch to end
	one.Stop()
	select {
	case <-closed:
		t.Error("the watch ends although somebody uses it")
	default:
	}
	if lists, _ := b.counts(); lists != 1 {
		t.Errorf("two followers make %d lists, want 1", lists)
	}
	other.Stop()
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Error("the watch does not end with its last user")
	}
	if len(c.feeds.open) != 0 {
		t.Errorf("%d feeds are left open", len(c.feeds.open))
	}
}

// TestFollowUnseen tells a type that may not be listed from one that the cluster does not serve.
func TestFollowUnseen(t *testing.T) {
	cases := map[string]struct {
		reason string
		step   http.HandlerFunc
		unseen bool
	}{
		"forbidden":  {"missing permissions are told", forbidden, true},
		"not served": {"a type that is not installed has no objects", plain(404, "404 page not found"), false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(&board{list: func(int) http.HandlerFunc { return tc.step }, watch: func(int) http.HandlerFunc { return tc.step }})
			t.Cleanup(server.Close)
			f, _ := follow(t, clientOf(t, Config{Host: server.URL}))
			defer f.Stop()
			limited, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			f.WaitSeen(limited)
			err := f.Unseen()[widget]
			if (err != nil) != tc.unseen || tc.unseen && !IsForbidden(err) || limited.Err() != nil {
				t.Errorf("%s: unseen because of %v, the wait for it ended with %v", tc.reason, err, limited.Err())
			}
		})
	}
}

// TestUntilWoken looks again when it is woken, although the object stays the same.
func TestUntilWoken(t *testing.T) {
	client, server := newTestClient(t, answer(200, object("u", 1)), events(true))
	wake := make(chan struct{}, 1)
	looks := 0
	err := client.UntilWoken(t.Context(), widget, "ns", "w", wake, func(*unstructured.Unstructured) (bool, error) {
		looks++
		wake <- struct{}{}
		return looks == 3, nil
	})
	if err != nil || looks != 3 {
		t.Errorf("%d looks, %v; want 3", looks, err)
	}
	if diff := cmp.Diff([]string{getWidget, watchWidget}, server.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestLog reads the end of a log, as a kubelet gives it.
func TestLog(t *testing.T) {
	cases := map[string]struct {
		reason, text, fails string
		previous            bool
		step                http.HandlerFunc
	}{
		"previous":  {reason: "the log of the run before", previous: true, text: "line 1\nline 2\n", step: func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("line 1\nline 2\n")) }},
		"forbidden": {reason: "missing permissions are told", step: forbidden, fails: "read the log of Pod ns/p: widgets is forbidden"},
		"no node":   {reason: "a node that does not answer is told", step: refuse(500, metav1.StatusReasonInternalError, `Get "https://10.0.0.1:10250/containerLogs": dial tcp 10.0.0.1:10250: i/o timeout`, nil), fails: "10250: i/o timeout"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.step)
			text, err := client.Log(t.Context(), "ns", "p", "server", tc.previous)
			if text != tc.text || (err == nil) != (tc.fails == "") || err != nil && !strings.Contains(err.Error(), tc.fails) {
				t.Errorf("%s: %q, %v", tc.reason, text, err)
			}
			r := server.seen[0]
			if IsForbidden(err) != (name == "forbidden") || r.URL.Path != "/api/v1/namespaces/ns/pods/p/log" {
				t.Errorf("%s: %s, %v", tc.reason, r.URL.Path, err)
			}
			got, _ := json.Marshal(r.URL.Query())
			want := fmt.Sprintf(`{"container":["server"],"limitBytes":["16384"],"previous":["%t"],"tailLines":["40"]}`, tc.previous)
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
		})
	}
}
