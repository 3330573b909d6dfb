package acctest_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDirectWithoutWebhooks has nobody default a LeaderWorkerSet: what the provider
// applies is whole without it, has nothing to plan afterwards, and changes in place. It does
// not wait for pods: the operator's own webhook gives them the labels that it looks for.
func TestAccDirectWithoutWebhooks(t *testing.T) {
	t.Parallel()
	options := ours
	options.NoWebhooks = true
	c := acctest.Start(t, options)
	p := playground{name: "no-webhooks", replicas: 2, direct: `workload = "LeaderWorkerSet"`, body: `wait = { until = "accepted" }`}
	changed := p
	changed.args = []string{"--enforce-eager"}
	same := []statecheck.StateCheck{
		statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0)),
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: goneWithoutTrace(t, c, p),
		Steps: []resource.TestStep{
			{Config: p.config(c), ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned}, ConfigStateChecks: same},
			{
				Config: changed.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
					PostApplyPostRefresh: nothingPlanned,
				},
				ConfigStateChecks: same,
			},
		},
	})
}
