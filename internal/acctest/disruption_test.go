//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// notDisrupting is `planned_disruption` of a change that stops no pod.
var notDisrupting = map[string]any{"effect": "none", "pods": 0.0, "accelerators": map[string]any{}, "attributes": []any{}, "reason": nil}

// TestAccDisruption plans changes of a ready playground, in direct mode and with an
// operator: the plan tells what happens to its pods, the state tells the same after the apply, and
// then there is nothing to plan.
func TestAccDisruption(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for mode, workload := range map[string]string{"direct": "Deployment/", "operator": "LeaderWorkerSet"} {
		t.Run(mode, func(t *testing.T) {
			p := playground{name: "disrupted-" + mode, replicas: 2, args: []string{"--seed=1"}}
			if mode == "direct" {
				workload += p.name
			}
			configure := func(tf *acctest.Terraform, p playground) {
				tf.Configure(t, strings.Replace(p.config(c), `mode = "direct"`, `mode = "`+mode+`"`, 1))
			}
			tf := acctest.NewTerraform(t)
			configure(tf, p)
			expectPlanned(t, tf, notDisrupting)
			tf.MustApply(t)
			expectState(t, tf, notDisrupting)
			expectNothingToDo(t, tf)
			held := map[string]any{"nvidia.com/gpu": map[string]any{"min": 2.0, "max": 2.0}}
			if diff := cmp.Diff(held, tf.Resource(t, playgroundAddress).AttributeValues["accelerators"]); diff != "" {
				t.Errorf("accelerators (-want +got):\n%s", diff)
			}

			p.args = []string{"--seed=2"}
			configure(tf, p)
			rolling := map[string]any{
				"effect": "rolling", "pods": 2.0, "accelerators": map[string]any{"nvidia.com/gpu": 2.0},
				"attributes": []any{"spec.backend_runtime_config.args[0]"}, "reason": workload + " replaces 2 replicas, at most 1 at a time",
			}
			expectPlanned(t, tf, rolling)
			tf.MustApply(t)
			expectState(t, tf, rolling)
			expectNothingToDo(t, tf)

			tf.Configure(t, strings.NewReplacer(
				`mode = "direct"`, `mode = "`+mode+`"`, `"`+p.name+`", namespace`, `"`+p.name+`-anew", namespace`,
			).Replace(p.config(c)))
			d := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, "Change replaces an object that is ready")
			expectSaid(t, d, "default/"+p.name, "Pods that stop: up to 2. They hold 2 nvidia.com/gpu. It follows from metadata.name.")
			expectState(t, tf, notDisrupting)
			expectNothingToDo(t, tf)
			if outcome := tf.Destroy(t); !outcome.OK {
				t.Fatal(outcome.Log)
			}
		})
	}
}

// expectPlanned checks what the next plan says of the playground's pods.
func expectPlanned(t *testing.T, tf *acctest.Terraform, want map[string]any) {
	t.Helper()
	for _, change := range tf.Plan(t).ResourceChanges {
		if change.Address != playgroundAddress {
			continue
		}
		after, _ := change.Change.After.(map[string]any)
		if diff := cmp.Diff(any(want), after["planned_disruption"]); diff != "" {
			t.Errorf("the plan says (-want +got):\n%s", diff)
		}
		return
	}
	t.Error("the plan does not change the playground")
}

// expectState checks what the state says of the last change of the playground.
func expectState(t *testing.T, tf *acctest.Terraform, want map[string]any) {
	t.Helper()
	if diff := cmp.Diff(any(want), tf.Resource(t, playgroundAddress).AttributeValues["planned_disruption"]); diff != "" {
		t.Errorf("the state says (-want +got):\n%s", diff)
	}
}
