package provider

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlannedDisruptionOfGroups shows that a plan takes the groups of Kthena that run from the last refresh, and what it says
// when no refresh has seen them.
func TestPlannedDisruptionOfGroups(t *testing.T) {
	partition := func(kept string) map[string]any {
		return map[string]any{"spec": map[string]any{"rollout_strategy": map[string]any{"type": "ServingGroupRollingUpdate", "rolling_update_configuration": map[string]any{"partition": kept}}}}
	}
	const at = "[spec.rollout_strategy]"
	cases := map[string]struct {
		reason, groups string
		want           disruptionText
	}{
		"seen": {
			"two groups are of an earlier template", `[{"ordinal":0,"current":false},{"ordinal":1,"current":false},{"ordinal":2,"current":true}]`,
			disruptionText{"rolling", "32", "{nvidia.com/gpu:200}", at, "role prefill replaces 4 replicas, at most 2 at a time; role decode replaces 4 replicas, at most 2 at a time"},
		},
		"seen, all of the template": {
			"nothing was held back", `[{"ordinal":2,"current":true},{"ordinal":3,"current":true},{"ordinal":4,"current":true}]`, disruptionText{Effect: "none"},
		},
		"unseen": {
			"those below the partition may be", "null",
			disruptionText{"rolling", "32", "{nvidia.com/gpu:200}", at, "role prefill replaces up to 4 replicas, at most 2 at a time; which groups run was not seen; role decode replaces up to 4 replicas, at most 2 at a time; which groups run was not seen"},
		},
	}
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	const resource = "inference_model_serving"
	creation := s.plan(t, resource, nil, merge(serving[resource], partition("2")))
	refuseErrors(t, creation.Diagnostics)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			plan := s.planWith(t, resource, creation.ready(t), map[string][]byte{"groups": []byte(tc.groups)}, serving[resource])
			refuseErrors(t, plan.Diagnostics)
			if diff := cmp.Diff(tc.want, disruptionOf(t, attributesOf(t, plan.kind, plan.PlannedState))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
