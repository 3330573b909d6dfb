package provider

import (
	"strings"
	"testing"
)

// TestPlannedQuota plans a quota and the services that it is for in either order within one run of the provider.
func TestPlannedQuota(t *testing.T) {
	const quotas, services = "inference_llmkube_gpu_quota", "inference_llmkube_service"
	type planned struct {
		resource string
		config   map[string]any
	}
	model := `{"apiVersion":"inference.llmkube.dev/v1alpha1","kind":"Model","metadata":{"name":"m","namespace":"llm"},"spec":{"source":"https://example.org/m.gguf","hardware":{"accelerator":"cuda","gpu":{"enabled":true,"count":2}}}}`
	service := func(name, namespace string, replicas float64) planned {
		return planned{services, map[string]any{
			"mode": "operator", "metadata": map[string]any{"name": name, "namespace": namespace},
			"spec":       map[string]any{"model_ref": "m", "replicas": replicas},
			"references": []any{strings.Replace(model, `"namespace":"llm"`, `"namespace":"`+namespace+`"`, 1)},
		}}
	}
	quota := func(count any) planned {
		return planned{quotas, map[string]any{
			"mode": "operator", "metadata": map[string]any{"name": "research", "namespace": "llmkube-system"},
			"spec": map[string]any{"namespace_ref": "llm", "gpu_count": count},
		}}
	}
	cases := map[string]struct {
		reason string
		plans  []planned
		// path and want are of the last plan, want "" for nothing; the plans before it say nothing of quotas.
		path, want string
	}{
		"within":          {"four of four", []planned{quota(4.0), service("a", "llm", 1), service("b", "llm", 1)}, "", ""},
		"quota first":     {"the last service goes beyond it", []planned{quota(3.0), service("a", "llm", 1), service("b", "llm", 1)}, "spec", "GPUQuota llmkube-system/research allows 3 accelerators in the namespace llm, and the plan holds up to 4 there:"},
		"quota last":      {"it is below what is there", []planned{service("a", "llm", 1), service("b", "llm", 1), quota(3.0)}, "spec.gpu_count", "InferenceService llm/a: up to 2\n  - InferenceService llm/b: up to 2"},
		"planned again":   {"what a service was planned with before does not count", []planned{quota(4.0), service("a", "llm", 2), service("a", "llm", 2)}, "", ""},
		"other namespace": {"it is for one", []planned{quota(1.0), service("a", "other", 4)}, "", ""},
		"unknown quota":   {"nobody knows what it allows", []planned{quota(reference), service("a", "llm", 4)}, "", ""},
		"unknown model":   {"nobody knows what it takes", []planned{quota(1.0), {services, merge(service("a", "llm", 4).config, map[string]any{"references": nil})}}, "", ""},
		"queue of Kueue":  {"that bounds it instead", []planned{quota(1.0), {services, merge(service("a", "llm", 1).config, map[string]any{"metadata": map[string]any{"labels": map[string]any{"kueue.x-k8s.io/queue-name": "a"}}})}}, "", ""},
		"none allowed":    {"0 is a limit", []planned{quota(0.0), service("a", "llm", 1)}, "spec", "allows 0 accelerators"},
		"direct mode":     {"LLMKube does not count its pods", []planned{quota(1.0), {services, merge(service("a", "llm", 1).config, map[string]any{"mode": "direct"})}}, "", ""},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.configure(t, pins)
			for i, p := range tc.plans {
				last := i == len(tc.plans)-1
				said := false
				for _, d := range s.plan(t, p.resource, nil, p.config).Diagnostics {
					if d.Summary != "Quota exceeded by the plan" {
						continue
					}
					said = true
					if !last || tc.want == "" || isError(d) || pathText(d.Attribute) != tc.path || !strings.Contains(d.Detail, tc.want) {
						t.Errorf("%s: plan %d says at %s: %s", tc.reason, i+1, pathText(d.Attribute), d.Detail)
					}
				}
				if last && tc.want != "" && !said {
					t.Errorf("%s: nothing is said", tc.reason)
				}
			}
		})
	}
}
