package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// named is a widget of a name, whose UID is the name in capitals.
func named(name string) map[string]any {
	return map[string]any{
		"apiVersion": "example.org/v1", "kind": "Widget",
		"metadata": map[string]any{"name": name, "namespace": "ns", "uid": strings.ToUpper(name), "resourceVersion": "1"},
	}
}

// warehouse is an API server with widgets that go when they are deleted: at once from what a watch tells, if told is set.
type warehouse struct {
	board
	deletes, gets atomic.Int32
	gone          chan string // names, for the watch
	get           http.HandlerFunc
}

func (s *warehouse) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, widgetsPath+"/")
	switch {
	case r.Method == http.MethodDelete:
		s.deletes.Add(1)
		s.gone <- name
		answer(200, metav1.Status{Status: metav1.StatusSuccess})(w, r)
	case name != r.URL.Path && name != "":
		s.gets.Add(1)
		s.get(w, r)
	default:
		s.board.ServeHTTP(w, r)
	}
}

// tells watches: whatever is deleted is told as such.
func (s *warehouse) tells(int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.(http.Flusher).Flush()
		for {
			select {
			case name := <-s.gone:
				events(false, "DELETED", named(name))(w, r)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	}
}

func widgets(items ...map[string]any) func(int) http.HandlerFunc {
	return func(int) http.HandlerFunc {
		return answer(200, map[string]any{"apiVersion": "example.org/v1", "kind": "WidgetList", "metadata": map[string]any{"resourceVersion": "9"}, "items": items})
	}
}

func (s *warehouse) client(t *testing.T) *Client {
	t.Helper()
	s.gone = make(chan string, 100)
	return lingering(t, s)
}

// lingering returns a client whose shared watches last as long as the test.
func lingering(t *testing.T, handler http.Handler) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	c := clientOf(t, Config{Host: server.URL})
	c.pace.linger, c.pace.silence = time.Hour, time.Hour
	t.Cleanup(func() {
		c.feeds.mu.Lock()
		defer c.feeds.mu.Unlock()
		for _, f := range c.feeds.open {
			f.stop()
		}
	})
	return c
}

// TestRemoveAsksOnce deletes many objects of a type with one request each, beside one list and one watch for all of them.
func TestRemoveAsksOnce(t *testing.T) {
	const n = 20
	var items []map[string]any
	for i := range n {
		items = append(items, named(fmt.Sprint("w", i)))
	}
	s := &warehouse{get: plain(500, "nobody should ask")}
	s.list, s.watch = widgets(items...), s.tells
	c := s.client(t)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			if err := c.Remove(t.Context(), widget, "ns", fmt.Sprint("w", i), types.UID(fmt.Sprint("W", i)), metav1.DeletePropagationForeground); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	lists, opens := s.counts()
	if s.deletes.Load() != n || s.gets.Load() != 0 || lists != 1 || opens != 1 {
		t.Errorf("%d deletions made %d delete, %d get, %d list and %d watch requests, want %[1]d, 0, 1 and 1", n, s.deletes.Load(), s.gets.Load(), lists, opens)
	}
}

// TestRemoveAsksWhatIsNotSeen reads an object whose absence from the shared watch says nothing about it.
func TestRemoveAsksWhatIsNotSeen(t *testing.T) {
	cases := map[string]struct {
		reason string
		list   func(int) http.HandlerFunc
		watch  http.HandlerFunc
	}{
		"not yet seen": {"a watch that lags behind has not seen the object come, so that its absence is no deletion", widgets(), events(true)},
		"other UID":    {"the object of the name that was seen is another one", widgets(object("v", 1).Object), events(true)},
		"no list":      {"who may not list the objects may still delete one", func(int) http.HandlerFunc { return forbidden }, forbidden},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := &warehouse{get: notFound}
			s.list, s.watch = tc.list, func(int) http.HandlerFunc { return tc.watch }
			c := s.client(t)
			if err := c.Remove(t.Context(), widget, "ns", "w", "W", metav1.DeletePropagationForeground); err != nil || s.gets.Load() != 1 || s.deletes.Load() != 1 {
				t.Errorf("%s: %v after %d delete and %d get requests, want one of each", tc.reason, err, s.deletes.Load(), s.gets.Load())
			}
		})
	}
}

// TestRemoveTellsWhatBlocks reads an object that does not go once more, because a watch that is shared does not keep who
// set its finalizers.
func TestRemoveTellsWhatBlocks(t *testing.T) {
	blocked := object("W", 1)
	blocked.SetFinalizers([]string{"example.org/a"})
	s := &warehouse{get: answer(200, blocked)}
	s.list, s.watch = widgets(named("w")), func(int) http.HandlerFunc { return events(true) }
	ctx, cancel := context.WithCancel(t.Context())
	c := s.client(t)
	f := c.openFeed(t.Context(), feedKey{namespace: "ns", resource: widget, outlined: true})
	go func() {
		for waiting := false; !waiting && sleep(ctx, time.Millisecond) == nil; {
			f.mu.Lock()
			waiting = f.parting["W"] != nil
			f.mu.Unlock()
		}
		cancel()
	}()
	err := c.Remove(ctx, widget, "ns", "w", "W", metav1.DeletePropagationForeground)
	var got *NotGoneError
	if !errors.As(err, &got) || !errors.Is(err, context.Canceled) || len(got.Finalizers) != 1 {
		t.Errorf("got %v, want a NotGoneError with the finalizer", err)
	}
}

// TestRefusalStands asks once about a type that nobody may list, however often it is looked at.
func TestRefusalStands(t *testing.T) {
	for name, step := range map[string]http.HandlerFunc{"forbidden": forbidden, "not served": plain(404, "404 page not found")} {
		t.Run(name, func(t *testing.T) {
			b := &board{list: func(int) http.HandlerFunc { return step }, watch: func(int) http.HandlerFunc { return step }}
			c := lingering(t, b)
			for range 10 {
				if _, err := c.All(t.Context(), widget, "ns"); !IsForbidden(err) && !IsTypeMissing(err) {
					t.Fatalf("got %v, want the refusal", err)
				}
			}
			if lists, opens := b.counts(); lists != 1 || opens != 0 {
				t.Errorf("%d lists and %d watches, want one list", lists, opens)
			}
		})
	}
}

// TestAllWithoutWatch lists anew each time while watches do not work: what was listed once may be old.
func TestAllWithoutWatch(t *testing.T) {
	items := []map[string]any{named("a")}
	b := &board{
		list:  func(n int) http.HandlerFunc { return widgets(items...)(n) },
		watch: func(int) http.HandlerFunc { return forbidden },
	}
	c := lingering(t, b)
	f := c.openFeed(t.Context(), feedKey{namespace: "ns", resource: widget})
	for f.problem() == nil && sleep(t.Context(), time.Millisecond) == nil { // until the watch is refused
		continue
	}
	b.mu.Lock()
	items = append(items, named("b"))
	b.mu.Unlock()
	if all, err := c.All(t.Context(), widget, "ns"); err != nil || len(all) != 2 {
		t.Errorf("%d objects, %v; want the one that came since as well", len(all), err)
	}
}

// TestOwnedTree finds what follows from an object by UID, and by kind and name where that is not known.
func TestOwnedTree(t *testing.T) {
	owned := func(name string, owner metav1.OwnerReference) map[string]any {
		live := named(name)
		live["metadata"].(map[string]any)["ownerReferences"] = []any{map[string]any{"apiVersion": owner.APIVersion, "kind": owner.Kind, "name": owner.Name, "uid": string(owner.UID)}}
		return live
	}
	b := &board{
		list: widgets(named("root"), owned("child", metav1.OwnerReference{APIVersion: "example.org/v1", Kind: "Gadget", Name: "g", UID: "G"}),
			owned("grandchild", metav1.OwnerReference{APIVersion: "example.org/v1", Kind: "Widget", Name: "child", UID: "CHILD"})),
		watch: func(int) http.HandlerFunc { return events(true) },
	}
	c := lingering(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == widgetsPath {
			b.ServeHTTP(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, "/jobs") {
			forbidden(w, r)
			return
		}
		plain(404, "404 page not found")(w, r)
	}))
	gadgets := Owner{GroupKind: widget.GroupKind(), Name: "g"}
	gadgets.Kind = "Gadget"
	for name, root := range map[string]Owner{"by UID": {UID: "G"}, "by name": gadgets} {
		t.Run(name, func(t *testing.T) {
			tree, err := c.OwnedTree(t.Context(), "ns", []Owner{root}, widget)
			if err != nil || len(tree.Objects) != 2 || len(tree.Hidden) != 1 || tree.Objects[0].Object.GetName() != "child" || tree.Objects[1].Object.GetName() != "grandchild" {
				t.Errorf("%v, %v; want the child and its own, and Jobs hidden", tree, err)
			}
		})
	}
}

// TestOutlined keeps what a deletion looks at, and nothing else.
func TestOutlined(t *testing.T) {
	live := object("u", 3)
	live.SetAnnotations(map[string]string{"kubectl.kubernetes.io/last-applied-configuration": "{}"})
	live.SetFinalizers([]string{"example.org/a"})
	live.Object["spec"] = map[string]any{
		"replicas":  int64(2),
		"template":  map[string]any{"metadata": map[string]any{"labels": map[string]any{"app": "chat"}}, "spec": map[string]any{"containers": []any{}}},
		"resources": map[string]any{"requests": map[string]any{"storage": "80Gi"}},
	}
	live.Object["status"] = map[string]any{"phase": "Bound"}
	item, err := outlined(live)
	if err != nil {
		t.Fatal(err)
	}
	out := item.(interface{ UnstructuredContent() map[string]any }).UnstructuredContent()
	got := fmt.Sprint(out["spec"], out["status"], out["metadata"].(map[string]any)["finalizers"], out["metadata"].(map[string]any)["annotations"])
	if want := "map[resources:map[requests:map[storage:80Gi]] template:map[metadata:map[labels:map[app:chat]]]] <nil> [example.org/a] <nil>"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
