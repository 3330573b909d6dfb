package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestHandBackWords shows what a plan says that the operator makes in the place of what direct mode made.
func TestHandBackWords(t *testing.T) {
	pod := map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "engine", "image": "example.org/server:v1"}}}}
	metadata := map[string]any{"name": "chat", "namespace": "llm"}
	for name, tc := range map[string]struct {
		reason, resource string
		config           map[string]any
		want             []string
	}{
		"Kthena": {
			reason: "it makes pods and no workloads, and no Service to be reached by", resource: "inference_model_serving",
			config: map[string]any{"direct": map[string]any{"service": map[string]any{"port": 8000.0}, "entry_services": true}, "spec": map[string]any{
				"scheduler_name": "default-scheduler",
				"template":       map[string]any{"roles": []any{map[string]any{"name": "decode", "worker_replicas": 1.0, "entry_template": pod, "worker_template": pod}}},
			}},
			want: []string{
				"LeaderWorkerSet llm/chat-0-decode is deleted with its pods; the operator makes pods without a workload",
				"Service llm/chat-0-decode-0-0 is deleted; the operator makes headless Services alone, for roles with workers",
				"Service llm/chat is deleted; the operator makes headless Services alone, for roles with workers",
			},
		},
		"llmaz": {
			reason: "it makes a LeaderWorkerSet whatever direct mode makes, and keeps no weights", resource: "inference_playground",
			config: map[string]any{"spec": unreachedPlayground["spec"], "references": []any{qwenDefinition}, "direct": map[string]any{"workload": "Deployment", "cache": map[string]any{"size": "20Gi"}}},
			want: []string{
				"Deployment llm/chat is deleted with its pods; the operator makes a LeaderWorkerSet",
				"PersistentVolumeClaim llm/chat-models is deleted with what is stored in it; the operator makes none",
				"Service llm/chat-lb is deleted; the operator makes its own where it needs one",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			s := newServer(t)
			s.configure(t, map[string]any{})
			direct := merge(tc.config, map[string]any{"metadata": metadata, "mode": "direct"})
			operator := merge(direct, map[string]any{"mode": "operator", "direct": nil})
			creation := s.plan(t, tc.resource, nil, direct)
			for _, d := range creation.Diagnostics {
				if isError(d) {
					t.Fatal(told(creation.Diagnostics))
				}
			}
			var said []string
			for _, d := range s.plan(t, tc.resource, creation.applied(t), operator).Diagnostics {
				if isError(d) {
					t.Fatal(told([]*tfprotov6.Diagnostic{d}))
				}
				if d.Summary == "Change of mode hands over the workloads" {
					said = append(said, d.Detail)
				}
			}
			if len(said) != 1 {
				t.Fatalf("%s: said %d times: %q", tc.reason, len(said), said)
			}
			for _, want := range tc.want {
				if !strings.Contains(said[0], "\n  - "+want+"\n") {
					t.Errorf("%s: %q is not said in %s", tc.reason, want, said[0])
				}
			}
		})
	}
}
