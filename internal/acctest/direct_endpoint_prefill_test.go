package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccEndpointPrefill serves prompts and completions by pods of their own behind a router that may see them, and by one kind of
// pods again, which leaves nothing behind.
func TestAccEndpointPrefill(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	const name = "endpoint-phases"
	service := acctest.Object{Resource: serviceType, Namespace: "default", Name: name}
	config := func(prefill string) string {
		return endpointConfig(c, name, "engine = { name = \"sglang\" }\n    "+prefill) + readEndpoint(name, "depends_on = [inference_endpoint.it]")
	}
	status := func(attribute string, is knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.inference_endpoint.it", tfjsonpath.New("status").AtMapKey(attribute), is)
	}
	leadsTo := func(name string) resource.TestCheckFunc {
		return fieldIs(t, c, service, name, []string{"spec", "selector", "app.kubernetes.io/name"})
	}
	deployments := func(want ...string) resource.TestCheckFunc {
		return func(*terraform.State) error {
			for i, one := range want {
				want[i] = "deployments/" + one
			}
			return differs("the Deployments", want, madeIn(t, c, name, workloadTypes["Deployment"]))
		}
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			return differs("what is left", []string(nil), madeIn(t, c, name, workloadTypes["Deployment"], serviceType, podType))
		},
		Steps: []resource.TestStep{
			{
				Config:           config("prefill = { replicas = 2 }"),
				ConfigPlanChecks: emptyAfterwards,
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(endpointAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
					status("workload", knownvalue.StringExact("Deployment/"+name)),
					status("ready_replicas", knownvalue.Int64Exact(1)),
				},
				Check: resource.ComposeAggregateTestCheckFunc(
					leadsTo(name+"-router"), deployments(name, name+"-prefill", name+"-router"),
					resource.TestCheckResourceAttrSet(endpointAddress, fmt.Sprintf("rendered.Role/%s-router", name)),
				),
			},
			{
				Config:           config(""),
				ConfigPlanChecks: emptyAfterwards,
				Check:            resource.ComposeAggregateTestCheckFunc(leadsTo(name), deployments(name)),
			},
		},
	})
}
