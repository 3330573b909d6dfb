package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// withoutOperator is a cluster that has no more than what direct mode needs in one.
var withoutOperator = acctest.Options{CRDs: ".build/crds/inference.networking.k8s.io_inferencepools.yaml"}

// madeIn lists the objects of those types in the default namespace whose names begin
// with a prefix, as <plural>/<name>.
func madeIn(t *testing.T, c *acctest.Cluster, prefix string, resources ...schema.GroupVersionResource) []string {
	t.Helper()
	var found []string
	for _, resource := range resources {
		list, err := c.Objects.Resource(resource).Namespace("default").List(t.Context(), listAll)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range list.Items {
			if strings.HasPrefix(item.GetName(), prefix) {
				found = append(found, resource.Resource+"/"+item.GetName())
			}
		}
	}
	return found
}

// TestAccDirectPool takes a pool and its endpoint picker through their life: they become
// ready, follow a change, come back when one is deleted, and go without a trace.
func TestAccDirectPool(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	const address, name = "inference_pool.it", "picked"
	types := []schema.GroupVersionResource{
		{Group: "inference.networking.k8s.io", Version: "v1", Resource: "inferencepools"},
		{Version: "v1", Resource: "serviceaccounts"},
		configMapType, serviceType, deploymentType, replicaSetType, podType,
		{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "roles"},
		{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "rolebindings"},
	}
	config := func(options string) string {
		return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_pool" "it" {
  metadata = { name = %q, namespace = "default" }
  spec     = { selector = { match_labels = { app = "qwen" } }, target_ports = [{ number = 8000 }] }
  direct   = {
    resources = { requests = { cpu = "100m" } }
    %s
  }
  timeouts = { create = "60s", update = "60s", delete = "60s" }
}
`, name, options)
	}
	picker := acctest.Object{Resource: deploymentType, Namespace: "default", Name: name + "-epp"}
	service := acctest.Object{Resource: serviceType, Namespace: "default", Name: name + "-epp"}
	pool := acctest.Object{Resource: types[0], Namespace: "default", Name: name}
	updated := resource.ConfigPlanChecks{
		PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)},
		PostApplyPostRefresh: nothingPlanned,
	}
	ready := []statecheck.StateCheck{
		statecheck.ExpectKnownValue(address, tfjsonpath.New("ready"), knownvalue.Bool(true)),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0)),
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			return differs("what is left", []string(nil), madeIn(t, c, name, types...))
		},
		Steps: []resource.TestStep{
			{
				Config:            config(""),
				ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
				ConfigStateChecks: ready,
				Check: resource.ComposeAggregateTestCheckFunc(
					fieldIs(t, c, pool, "picked-epp", []string{"spec", "endpointPickerRef", "name"}),
					fieldIs(t, c, pool, "FailClose", []string{"spec", "endpointPickerRef", "failureMode"}),
					func(*terraform.State) error {
						pods := c.List(t, podType, "default", "inferencepool=picked-epp")
						return differs("number of endpoint pickers", 1, len(pods))
					},
				),
			},
			{
				Config: config("replicas = 2\n engine = \"sglang\""), ConfigPlanChecks: updated, ConfigStateChecks: ready,
				Check: func(*terraform.State) error {
					pods := c.List(t, podType, "default", "inferencepool=picked-epp")
					text, _ := c.Field(t, acctest.Object{Resource: configMapType, Namespace: "default", Name: name + "-epp"}, "data", "default-plugins.yaml").(string)
					if len(pods) != 2 || !strings.Contains(text, "defaultEngine: sglang") {
						return fmt.Errorf("%d pods run with the configuration\n%s", len(pods), text)
					}
					return nil
				},
			},
			{
				PreConfig: func() { c.Delete(t, service) },
				Config:    config("replicas = 2\n engine = \"sglang\""), ConfigPlanChecks: updated, ConfigStateChecks: ready,
				Check: func(*terraform.State) error {
					if c.Get(t, service) == nil || c.Get(t, picker) == nil {
						return fmt.Errorf("the endpoint picker is not whole")
					}
					return nil
				},
			},
		},
	})
}
