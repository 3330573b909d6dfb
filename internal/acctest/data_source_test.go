package acctest_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDataSource reads every kind: the live spec in full, the status with its types, and what follows from them.
func TestAccDataSource(t *testing.T) {
	c := acctest.Start(t, newest)
	for typeName, life := range llmazLifecycles {
		t.Run(typeName, func(t *testing.T) {
			object := life.object
			object.Name = "read-by-data-source"
			address := "data." + typeName + ".it"
			checks := []statecheck.StateCheck{
				attributeIs(address, "api_release", knownvalue.StringExact("v0.1.4")),
				attributeIs(address, "ready", knownvalue.Bool(true)),
				attributeIs(address, "manifest", knownvalue.StringRegexp(says("{apiVersion: "+object.Resource.Group+"/v1alpha1, kind: ", "name: read-by-data-source"))),
				attributeIs(address, "metadata", knownvalue.ObjectPartial(map[string]knownvalue.Check{"name": knownvalue.StringExact(object.Name)})),
			}
			var endpoint knownvalue.Check = knownvalue.Null()
			if object.Namespace != "" { // The kinds that serve.
				endpoint = knownvalue.StringExact("http://read-by-data-source-lb.default.svc:8080")
				checks = append(checks, statecheck.ExpectKnownValue(address, tfjsonpath.New("status"), knownvalue.ObjectPartial(map[string]knownvalue.Check{
					"replicas": knownvalue.Int64Exact(1),
					"conditions": knownvalue.ListPartial(map[int]knownvalue.Check{1: knownvalue.ObjectPartial(map[string]knownvalue.Check{
						"type": knownvalue.StringExact("Available"), "status": knownvalue.StringExact("True"),
					})}),
				})))
			}
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: bodyOf(c, typeName, object.Name, life.body, shortTimeouts) +
						fmt.Sprintf("data %q \"it\" {\n  metadata = { name = %s.it.metadata.name }\n  depends_on = [%s.it]\n}\n", typeName, typeName, typeName),
					ConfigPlanChecks:  emptyAfterwards,
					ConfigStateChecks: append(checks, attributeIs(address, "endpoint", endpoint)),
					Check:             readsLive(t, c, address, object),
				}},
			})
		})
	}
}

// readsLive checks that a data source has the whole spec and the UID of the live object.
func readsLive(t *testing.T, c *acctest.Cluster, address string, o acctest.Object) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		attributes := state.RootModule().Resources[address].Primary.Attributes
		var spec any
		if err := json.Unmarshal([]byte(attributes["spec_json"]), &spec); err != nil {
			return err
		}
		live := c.Get(t, o)
		raw, err := json.Marshal(live.Object["spec"])
		if err != nil {
			return err
		}
		var want any
		if err := json.Unmarshal(raw, &want); err != nil {
			return err
		}
		if diff := cmp.Diff(want, spec); diff != "" {
			return fmt.Errorf("spec_json of %s (-live +read):\n%s", address, diff)
		}
		if got := attributes["uid"]; got != string(live.GetUID()) {
			return fmt.Errorf("uid of %s is %s, want %s", address, got, live.GetUID())
		}
		return nil
	}
}

// TestAccDataSourceDefinition shows that direct mode takes a model that somebody else made.
func TestAccDataSourceDefinition(t *testing.T) {
	c := acctest.Start(t, newest)
	model := llmaz("openmodels", "", "model-of-others")
	live := liveModel(model.Name, nil, map[string]any{"modelID": "facebook/opt-125m"})
	live["spec"].(map[string]any)["familyName"] = "opt"
	c.Create(t, model, "kubectl-create", live)
	defer c.Delete(t, model)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: c.Provider("") + `
data "inference_open_model" "it" {
  metadata = { name = "model-of-others" }
}
resource "inference_playground" "it" {
  mode     = "direct"
  metadata = { name = "serves-model-of-others", namespace = "default" }
  spec     = { model_claim = { model_name = data.inference_open_model.it.metadata.name } }
  references = [data.inference_open_model.it.manifest]
  wait     = { until = "accepted" }
}
`,
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectKnownValue("inference_playground.it", tfjsonpath.New("rendered").AtMapKey("Deployment/serves-model-of-others"),
					knownvalue.StringRegexp(says("facebook/opt-125m")))},
				PostApplyPostRefresh: emptyAfterwards.PostApplyPostRefresh,
			},
		}},
	})
}

// TestAccDataSourceMissing shows what is said of an object that is not there.
func TestAccDataSourceMissing(t *testing.T) {
	c := acctest.Start(t, newest)
	for typeName, subject := range map[string]string{
		"inference_open_model": "OpenModel missing", "inference_backend_runtime": "BackendRuntime missing",
		"inference_playground": "Playground default/missing", "inference_service": "Service default/missing",
	} {
		t.Run(typeName, func(t *testing.T) {
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config:      c.Provider("") + fmt.Sprintf("data %q \"it\" {\n  metadata = { name = \"missing\" }\n}\n", typeName),
					ExpectError: says("Error: Object not found", subject+" is not in the cluster"),
				}},
			})
		})
	}
}
