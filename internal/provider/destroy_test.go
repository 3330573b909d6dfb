package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestProtectedFromDeletion shows that a plan that destroys or replaces a protected object is
// refused, and a deletion that nobody planned as well, all without a cluster.
func TestProtectedFromDeletion(t *testing.T) {
	emptyEnvironment(t)
	const resource = "inference_playground"
	cases := map[string]struct {
		reason    string
		protected any
		// change is the patch of the configuration; nil destroys.
		change map[string]any
		want   string
		// block is the provider block.
		block map[string]any
	}{
		"destroyed":             {"the plan destroys it", true, nil, "the plan destroys it", nil},
		"replaced":              {"the plan replaces it", true, map[string]any{"metadata": map[string]any{"name": "talk"}}, "the plan replaces it", nil},
		"unprotected meanwhile": {"what was applied counts", true, map[string]any{"metadata": map[string]any{"name": "talk"}, "deletion_protection": false}, "the plan replaces it", nil},
		"changed":               {"a change in place harms nobody", true, map[string]any{"spec": map[string]any{"replicas": 3.0}}, "", nil},
		"taken away":            {"so does the end of the protection", true, map[string]any{"deletion_protection": nil}, "", nil},
		"not protected":         {"false protects nothing", false, nil, "", nil},
		"never asked for":       {"nor does nothing", nil, nil, "", nil},
		"by default":            {"the provider block protects what says nothing", nil, nil, "the plan destroys it", map[string]any{"deletion_protection": true}},
		"replaced by default":   {"also from replacement", nil, map[string]any{"metadata": map[string]any{"name": "talk"}}, "the plan replaces it", map[string]any{"deletion_protection": true}},
		"excepted":              {"a resource may say otherwise", false, nil, "", map[string]any{"deletion_protection": true}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, tc.block); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			config := merge(plannedPlayground, map[string]any{"deletion_protection": tc.protected})
			by := "has deletion_protection = true"
			if tc.protected == nil {
				by = "is protected by deletion_protection of the provider block"
			}
			creation := s.plan(t, resource, nil, config)
			state, nothing := creation.applied(t), dynamic(t, creation.kind, tftypes.NewValue(creation.kind, nil))
			var diags []*tfprotov6.Diagnostic
			if tc.change != nil {
				diags = s.plan(t, resource, state, merge(config, tc.change)).Diagnostics
			} else {
				plan, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{TypeName: resource, PriorState: state, ProposedNewState: nothing, Config: nothing})
				if err != nil {
					t.Fatal(err)
				}
				diags = plan.Diagnostics
				applied, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{TypeName: resource, PriorState: state, PlannedState: nothing, Config: nothing})
				if err != nil {
					t.Fatal(err)
				}
				checkProtected(t, tc.reason, applied.Diagnostics, by, strings.Replace(tc.want, "the plan destroys it", "the apply deletes it", 1))
			}
			checkProtected(t, tc.reason, diags, by, tc.want)
		})
	}
}

// checkProtected expects the refusal, or none.
func checkProtected(t *testing.T, reason string, diags []*tfprotov6.Diagnostic, by, want string) {
	t.Helper()
	i := slices.IndexFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Summary == "Object is protected from deletion" })
	switch {
	case i < 0 && want != "":
		t.Errorf("%s: nothing is refused: %s", reason, told(diags))
	case i >= 0 && (want == "" || pathText(diags[i].Attribute) != "deletion_protection" || !isError(diags[i]) || !strings.Contains(diags[i].Detail, "Playground llm/chat "+by+", and "+want)):
		t.Errorf("%s: want %q, got %s: %s", reason, want, pathText(diags[i].Attribute), diags[i].Detail)
	}
}
