package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccKthenaAutoscaling leaves the replicas of a role to the autoscaler of Kthena, which
// thereby owns the whole list of roles, also when something else in the list changes.
func TestAccKthenaAutoscaling(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaNewest)
	const address, name = "inference_model_serving.it", "scaled-roles"
	object := modelServings
	object.Name = name
	config := func(decode, env string) string {
		role := func(name, replicas string) string {
			return fmt.Sprintf(`{ name = %q, worker_replicas = 0, %s
				entry_template = { spec = { containers = [{ name = "engine", image = "vllm/vllm-openai:v0.9.2", env = [{ name = "A", value = %q }] }] } } }`, name, replicas, env)
		}
		return bodyOf(c, "inference_model_serving", name, fmt.Sprintf("spec = { template = { roles = [%s, %s] } }", role("prefill", ""), role("decode", decode)), `wait = { until = "accepted" }`)
	}
	scale := func(manager string, replicas int64) func() {
		return func() {
			c.Update(t, object, manager, func(live *unstructured.Unstructured) error {
				roles, _, err := unstructured.NestedSlice(live.Object, "spec", "template", "roles")
				if err != nil {
					return err
				}
				roles[1].(map[string]any)["replicas"] = replicas
				return unstructured.SetNestedSlice(live.Object, roles, "spec", "template", "roles")
			})
		}
	}
	live := func(env string, decode int) resource.TestCheckFunc {
		role := func(name string, replicas int) string {
			return fmt.Sprintf(`{"entryTemplate":{"spec":{"containers":[{"env":[{"name":"A","value":%q}],"image":"vllm/vllm-openai:v0.9.2","name":"engine"}]}},"name":%q,"replicas":%d,"workerReplicas":0}`, env, name, replicas)
		}
		return fieldsAre(t, c, object, map[string]string{"spec.template.roles": "[" + role("prefill", 1) + "," + role("decode", decode) + "]"})
	}
	scaled := func(manager, operation, replicas string) []plancheck.PlanCheck {
		return []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(address, acctest.Drift{
			Path: `spec.template.roles[name="decode"].replicas`, Class: "scaled", Manager: manager, Operation: operation, Live: replicas,
		})}
	}
	const autoscaler = "kthena-controller-manager"
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config("", "1"), ConfigPlanChecks: emptyAfterwards},
			{
				PreConfig: scale(autoscaler, 3), Config: config("", "1"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: scaled(autoscaler, "Update", "3")},
				Check:            live("1", 3),
			},
			{ // The list is applied with the number of the autoscaler.
				Config: config("", "2"), Check: live("2", 3),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: scaled("", "", "3")},
			},
			{
				PreConfig: scale(autoscaler, 4), Config: config("", "2"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: scaled(autoscaler, "Update", "4")},
				Check:            live("2", 4),
			},
			{
				Config: config("", "3"), Check: live("3", 4),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: scaled("", "", "4")},
			},
			{ // Where no autoscaler is at work any more, the configuration decides again.
				Config: config("replicas = 2", "3"), Check: live("3", 2),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(address)}},
			},
		},
	})
}
