package provider

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlannedSubGroups plans another service where the LeaderWorkerSet of the first one cannot
// have other subgroups, and changes in place what it can.
func TestPlannedSubGroups(t *testing.T) {
	const size = "spec.workload_template.sub_group_policy.sub_group_size"
	service := func(replicas float64, mode string, policy any) map[string]any {
		pods := map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "model-runner", "image": "example.org/server"}}}}
		return map[string]any{
			"mode": mode, "metadata": map[string]any{"name": "chat", "namespace": "llm"}, "references": []any{qwenDefinition},
			"spec": map[string]any{
				"replicas":          replicas,
				"model_claims":      map[string]any{"models": []any{map[string]any{"name": "qwen"}}},
				"workload_template": map[string]any{"size": 4.0, "worker_template": pods, "sub_group_policy": policy},
			},
		}
	}
	of := func(pods float64) any { return map[string]any{"sub_group_size": pods} }
	cases := map[string]struct {
		reason        string
		before, after map[string]any
		want          []string
	}{
		"size":     {"the webhook refuses another size", service(1, "direct", of(2)), service(1, "direct", of(4)), []string{size}},
		"added":    {"nor can subgroups come later", service(1, "direct", nil), service(1, "direct", of(2)), []string{size}},
		"removed":  {"or go", service(1, "direct", of(2)), service(1, "direct", nil), []string{size}},
		"replicas": {"other changes are made in place", service(1, "direct", of(2)), service(2, "direct", of(2)), nil},
		"operator": {"llmaz is given the object as it is", service(1, "operator", of(2)), service(1, "operator", of(4)), nil},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, nil); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			made := s.plan(t, "inference_service", nil, tc.before)
			plan := s.plan(t, "inference_service", made.applied(t), tc.after)
			var replaces []string
			for _, at := range plan.RequiresReplace {
				replaces = append(replaces, pathText(at))
			}
			if diff := cmp.Diff(tc.want, replaces); diff != "" {
				t.Errorf("%s: replaced because of (-want +got):\n%s\n%s", tc.reason, diff, told(plan.Diagnostics))
			}
		})
	}
}
