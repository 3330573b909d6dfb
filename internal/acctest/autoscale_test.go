package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// elastic scales a playground between one and four replicas.
const elastic = `elastic_config = {
      min_replicas = 1, max_replicas = 4
      scale_trigger = { hpa = { metrics = [{
        type = "Resource", resource = { name = "cpu", target = { type = "Utilization", average_utilization = 80 } }
      }] } }
    }`

// TestAccAutoscaling leaves the replicas to who scales through the scale subresource, also
// when something else changes, and takes them back from who scales by hand.
func TestAccAutoscaling(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for workload := range podPaths {
		t.Run(workload, func(t *testing.T) {
			p := playground{name: "elastic-" + kebab(workload), replicas: 1, direct: fmt.Sprintf("workload = %q", workload), spec: elastic}
			object := p.of(workloadTypes[workload])
			changed := p
			changed.args = []string{"--enforce-eager"}
			threeOf := changed
			threeOf.replicas = 3 // which run, whatever is configured
			replicas := []string{"spec", "replicas"}
			scaled := acctest.ExpectDrift(playgroundAddress, acctest.Drift{
				Object: workload + "/" + p.name, Path: "spec.replicas", Class: "scaled",
				Manager: "kube-controller-manager", Operation: "Update", Applied: "1", Live: "3",
			})
			byHand := acctest.ExpectDrift(playgroundAddress, acctest.Drift{
				Object: workload + "/" + p.name, Path: "spec.replicas", Class: "changed",
				Manager: "kubectl", Operation: "Update", Applied: "1", Live: "2",
			})
			acctest.Test(t, resource.TestCase{
				CheckDestroy: goneWithoutTrace(t, c, p),
				Steps: []resource.TestStep{
					{
						Config: p.config(c),
						Check: func(*terraform.State) error {
							target := c.Field(t, p.of(autoscalerType), "spec", "scaleTargetRef")
							group := map[string]string{"LeaderWorkerSet": "leaderworkerset.x-k8s.io/v1", "Deployment": "apps/v1"}[workload]
							return differs("target of the autoscaler", map[string]any{"apiVersion": group, "kind": workload, "name": p.name}, target)
						},
					},
					{
						PreConfig:        func() { c.Scale(t, object, "kube-controller-manager", 3) },
						Config:           p.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{scaled, plancheck.ExpectEmptyPlan()}},
						Check:            fieldIs(t, c, object, int64(3), replicas),
					},
					{
						Config: changed.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
							PostApplyPostRefresh: []plancheck.PlanCheck{scaled, plancheck.ExpectEmptyPlan()},
						},
						Check: resource.ComposeAggregateTestCheckFunc(fieldIs(t, c, object, int64(3), replicas), podsRun(t, c, threeOf)),
					},
					{
						PreConfig: func() { c.Scale(t, object, "kubectl", 2) },
						Config:    changed.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply:             []plancheck.PlanCheck{byHand, plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
							PostApplyPostRefresh: []plancheck.PlanCheck{acctest.ExpectDrift(playgroundAddress), plancheck.ExpectEmptyPlan()},
						},
						Check: fieldIs(t, c, object, int64(1), replicas),
					},
				},
			})
		})
	}
}
