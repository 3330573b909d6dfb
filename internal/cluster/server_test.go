package cluster

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// widget is the resource of the tests; gadget is one without namespaces.
var (
	widget = Resource{
		GroupVersionKind: schema.GroupVersionKind{Group: "example.org", Version: "v1", Kind: "Widget"},
		Plural:           "widgets", Namespaced: true,
	}
	gadget = Resource{
		GroupVersionKind: schema.GroupVersionKind{Group: "example.org", Version: "v1", Kind: "Gadget"},
		Plural:           "gadgets",
	}
)

const (
	widgetsPath = "/apis/example.org/v1/namespaces/ns/widgets"
	widgetPath  = widgetsPath + "/w"
)

// testPace makes waits as fast as they can be. Nothing depends on its durations but how
// long the tests take.
var testPace = pace{
	first: time.Millisecond, max: 2 * time.Millisecond, recheck: time.Hour,
	request: time.Minute, session: time.Hour, refusals: 3,
}

// script answers requests one after the other, each with the next step; the last step
// is repeated.
type script struct {
	mu    sync.Mutex
	steps []http.HandlerFunc
	seen  []*http.Request
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	step := s.steps[min(len(s.seen), len(s.steps)-1)]
	s.seen = append(s.seen, r)
	s.mu.Unlock()
	step(w, r)
}

// requests returns "METHOD path" of every request, with " watch" for watches.
func (s *script) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, r := range s.seen {
		text := r.Method + " " + r.URL.Path
		if r.URL.Query().Get("watch") == "true" {
			text += " watch"
		}
		out = append(out, text)
	}
	return out
}

// newTestClient returns a client of a server that follows the script.
func newTestClient(t *testing.T, steps ...http.HandlerFunc) (*Client, *script) {
	t.Helper()
	s := &script{steps: steps}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return clientOf(t, Config{Host: server.URL}), s
}

func clientOf(t *testing.T, cfg Config) *Client {
	t.Helper()
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.pace = testPace
	return c
}

// answer returns a step that answers with a JSON value.
func answer(code int, value any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(value)
	}
}

// refuse returns a step that answers with a Status.
func refuse(code int32, reason metav1.StatusReason, message string, details *metav1.StatusDetails) http.HandlerFunc {
	return answer(int(code), metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure,
		Code: code, Reason: reason, Message: message, Details: details,
	})
}

// plain returns a step that answers with text, as proxies and unknown paths do.
func plain(code int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, text, code) }
}

// hangUp breaks the connection without an answer.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

var notFound = refuse(404, metav1.StatusReasonNotFound, `widgets.example.org "w" not found`,
	&metav1.StatusDetails{Name: "w", Group: "example.org", Kind: "widgets"})

var forbidden = refuse(403, metav1.StatusReasonForbidden, "widgets is forbidden", nil)

// events returns a step that streams watch events, and then either ends the watch or
// keeps it open until the client goes away.
func events(keepOpen bool, list ...any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(list); i += 2 {
			object, _ := json.Marshal(list[i+1])
			_, _ = fmt.Fprintf(w, `{"type":%q,"object":%s}`+"\n", list[i], object)
		}
		w.(http.Flusher).Flush()
		if keepOpen {
			<-r.Context().Done()
		}
	}
}

// object returns a widget with a generation, which tells the states of a test apart.
func object(uid string, generation int64) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.org/v1", "kind": "Widget",
		"metadata": map[string]any{
			"name": "w", "namespace": "ns", "uid": uid, "generation": generation,
			"resourceVersion": fmt.Sprint(100 + generation),
		},
	}}
}
