package cluster

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// page is an answer with the named widgets, and more behind a token.
func page(next string, names ...string) http.HandlerFunc {
	items := make([]any, len(names))
	for i, name := range names {
		items[i] = map[string]any{"apiVersion": "example.org/v1", "kind": "Widget", "metadata": map[string]any{"name": name, "namespace": "ns"}}
	}
	return answer(200, map[string]any{
		"apiVersion": "example.org/v1", "kind": "WidgetList", "metadata": map[string]any{"continue": next}, "items": items,
	})
}

func TestList(t *testing.T) {
	for name, test := range map[string]struct {
		reason   string
		resource Resource
		options  ListOptions
		steps    []http.HandlerFunc
		// enough ends the listing after so many objects; 0 never does.
		enough   int
		want     []string
		requests []string
		query    map[string]string
		failure  string
	}{
		"all namespaces": {
			reason: "without a namespace the objects of all are listed", resource: widget,
			steps: []http.HandlerFunc{page("", "a", "b")}, want: []string{"a", "b"},
			requests: []string{"GET /apis/example.org/v1/widgets"},
		},
		"selection": {
			reason: "the server selects", resource: widget,
			options: ListOptions{Namespace: "ns", LabelSelector: "team=search", FieldSelector: "metadata.name!=w"},
			steps:   []http.HandlerFunc{page("", "a")}, want: []string{"a"},
			requests: []string{"GET " + widgetsPath},
			query:    map[string]string{"labelSelector": "team=search", "fieldSelector": "metadata.name!=w", "limit": "200"},
		},
		"cluster-scoped": {
			reason: "such objects are in no namespace", resource: gadget, options: ListOptions{Namespace: "ns"},
			steps: []http.HandlerFunc{page("", "a")}, want: []string{"a"},
			requests: []string{"GET /apis/example.org/v1/gadgets"},
		},
		"pages": {
			reason: "a long list is asked for page by page", resource: widget,
			steps: []http.HandlerFunc{page("more", "a", "b"), page("", "c")}, want: []string{"a", "b", "c"},
			requests: []string{"GET /apis/example.org/v1/widgets", "GET /apis/example.org/v1/widgets"},
			query:    map[string]string{"continue": "more"},
		},
		"enough": {
			reason: "who has enough does not wait for the next page", resource: widget, enough: 1,
			steps: []http.HandlerFunc{page("more", "a", "b"), page("", "c")}, want: []string{"a"},
			requests: []string{"GET /apis/example.org/v1/widgets"},
		},
		"refusal": {
			reason: "an error ends the list", resource: widget,
			steps: []http.HandlerFunc{page("more", "a"), forbidden}, want: []string{"a"},
			requests: []string{"GET /apis/example.org/v1/widgets", "GET /apis/example.org/v1/widgets"},
			failure:  "list Widget: widgets is forbidden",
		},
	} {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, test.steps...)
			var got []string
			failure := ""
			for live, err := range client.List(t.Context(), test.resource, test.options) {
				if err != nil {
					failure = err.Error()
					continue
				}
				if got = append(got, live.GetName()); len(got) == test.enough {
					break
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: objects (-want +got):\n%s", test.reason, diff)
			}
			if diff := cmp.Diff(test.requests, server.requests()); diff != "" {
				t.Errorf("%s: requests (-want +got):\n%s", test.reason, diff)
			}
			last := server.seen[len(server.seen)-1].URL.Query()
			for key, value := range test.query {
				if got := last.Get(key); got != value {
					t.Errorf("%s: the query has %s=%q, want %q", test.reason, key, got, value)
				}
			}
			if failure != test.failure {
				t.Errorf("%s: the error is %q, want %q", test.reason, failure, test.failure)
			}
		})
	}
}
