package cluster

import (
	"net/http"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestJobLog shows that the log is that of the newest pod of a Job, and that a Job without pods has none.
func TestJobLog(t *testing.T) {
	pods := func(names ...string) http.HandlerFunc {
		list := &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "v1", "kind": "PodList"}}
		for _, name := range names {
			list.Items = append(list.Items, unstructured.Unstructured{Object: map[string]any{
				"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "creationTimestamp": "2026-01-0" + name[len(name)-1:] + "T00:00:00Z"},
			}})
		}
		return answer(200, list)
	}
	cases := map[string]struct {
		reason string
		steps  []http.HandlerFunc
		want   string
		fails  bool
		last   string
	}{
		"Newest":    {"the last attempt counts", []http.HandlerFunc{pods("p-1", "p-3", "p-2"), plain(200, "done")}, "done\n", false, "/api/v1/namespaces/ns/pods/p-3/log"},
		"Gone":      {"pods do not live for ever", []http.HandlerFunc{pods()}, "", false, "/api/v1/namespaces/ns/pods"},
		"Forbidden": {"not everybody may read logs", []http.HandlerFunc{pods("p-1"), forbidden}, "", true, "/api/v1/namespaces/ns/pods/p-1/log"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.steps...)
			got, err := client.JobLog(t.Context(), "ns", "bench")
			if got != tc.want || (err != nil) != tc.fails {
				t.Errorf("%s: got %q, %v", tc.reason, got, err)
			}
			requests := server.requests()
			if at := requests[len(requests)-1]; at != "GET "+tc.last {
				t.Errorf("%s: the last request is for %s", tc.reason, at)
			}
		})
	}
}
