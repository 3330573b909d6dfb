package provider

import (
	"strings"
	"testing"
)

// TestPinWithoutKind plans kinds under pins of releases that do not have them.
func TestPinWithoutKind(t *testing.T) {
	quota := map[string]any{
		"metadata": map[string]any{"name": "research", "namespace": "llm"},
		"spec":     map[string]any{"namespace_ref": "research", "gpu_count": 16.0},
	}
	objective := map[string]any{
		"metadata": map[string]any{"name": "interactive", "namespace": "llm"},
		"spec":     map[string]any{"pool_ref": map[string]any{"name": "llama"}},
	}
	cases := map[string]struct {
		reason string
		kind   string
		pins   map[string]any
		config map[string]any
		// want is a part of the one message; "" when there is none.
		want string
	}{
		"earlier release": {
			reason: "the kind came later", kind: "inference_llmkube_gpu_quota", config: quota,
			pins: map[string]any{"llmkube": "v0.8.7"},
			want: "ERROR at api_release: Kind not in this release\n  GPUQuota llm/research: the release v0.8.7 of llmkube, which `api_releases` of the provider block pins, does not have the kind GPUQuota, which v0.9.19 is the first to have.",
		},
		"release with the kind": {
			reason: "the pin holds", kind: "inference_llmkube_gpu_quota", config: quota,
			pins: map[string]any{"llmkube": "v0.9.19"},
		},
		"pin of the kind beside it": {
			reason: "the kind's own pin is the stronger one", kind: "inference_llmkube_gpu_quota", config: quota,
			pins: map[string]any{"llmkube": "v0.8.7", "llmkube_gpu_quota": "v0.9.19"},
		},
		"other system": {
			reason: "a pin is of its system", kind: "inference_llmkube_gpu_quota", config: quota,
			pins: map[string]any{"llmaz": "v0.1.0"},
		},
		"kind that has gone": {
			reason: "v1.6.0 has pools and no objectives", kind: "inference_objective", config: objective,
			pins: map[string]any{"gie": "v1.6.0"},
			want: "pin it for this resource alone with api_releases = { objective = \"llm-d-router-v0.10.0\" } (one of \"v1.5.0\", \"llm-d-router-v0.10.0\")",
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, map[string]any{"api_releases": tc.pins}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			plan := s.plan(t, tc.kind, nil, tc.config)
			said := told(plan.Diagnostics)
			if tc.want == "" && said != "" || !strings.Contains(said, tc.want) || tc.want != "" && len(plan.Diagnostics) != 1 {
				t.Errorf("%s: want %q, got %s", tc.reason, tc.want, said)
			}
		})
	}
}
