package provider

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPlannedAPIs shows that a plan tells of what the cluster lacks for the workload, and costs a request for each type.
func TestPlannedAPIs(t *testing.T) {
	emptyEnvironment(t)
	direct := map[string]any{"mode": "direct"}
	groups := merge(direct, map[string]any{"direct": map[string]any{"workload": "LeaderWorkerSet"}})
	const types = "/apis/leaderworkerset.x-k8s.io/v1/leaderworkersets"
	for name, tc := range map[string]struct {
		reason string
		patch  map[string]any
		serves bool
		want   string
		asked  int
	}{
		"one host":  {"a Deployment is there in every cluster", direct, false, "", 0},
		"installed": {"there is nothing to tell", groups, true, "", 1},
		"missing": {
			"the apply would wait for it and fail", groups, false,
			"Playground llm/chat is rendered to a LeaderWorkerSet in leaderworkerset.x-k8s.io/v1, which the cluster does not serve. The apply waits for it a while, and fails before it makes anything. Install LeaderWorkerSet (https://lws.sigs.k8s.io/docs/installation)", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			cluster := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				if r.URL.Path != types || !tc.serves {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"apiVersion": "leaderworkerset.x-k8s.io/v1", "kind": "LeaderWorkerSetList", "items": []}`))
			}))
			t.Cleanup(cluster.Close)
			s := newServer(t)
			if diags := s.configure(t, merge(pins, map[string]any{"host": cluster.URL})); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			for _, other := range []string{"chat", "talk"} {
				plan := s.plan(t, "inference_playground", nil, merge(merge(serving["inference_playground"], tc.patch), map[string]any{"metadata": map[string]any{"name": other, "namespace": "llm"}}))
				said := ""
				for _, d := range plan.Diagnostics {
					if d.Summary == "API not served by the cluster" {
						said += d.Detail
					}
				}
				if want := strings.ReplaceAll(tc.want, "llm/chat", "llm/"+other); !strings.HasPrefix(said, want) || want == "" && said != "" {
					t.Errorf("%s: the plan says %q, want %q", tc.reason, said, want)
				}
			}
			if asked != 2*tc.asked { // The test server asks in two ways, with a client each.
				t.Errorf("%s: two plans cost %d requests, want %d", tc.reason, asked, 2*tc.asked)
			}
		})
	}
}
