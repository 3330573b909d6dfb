package acctest_test

import (
	"fmt"
	"strings"
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

// TestAccLifecycle takes every kind through its life under both generations of the
// real definitions and under our own: create, nothing to do, import, update, drift by
// somebody else, disappearance, destruction.
func TestAccLifecycle(t *testing.T) {
	for version, options := range map[string]acctest.Options{"v0.1.4": newest, "v0.1.0": oldest, "own": ours} {
		t.Run(version, func(t *testing.T) {
			c := acctest.Start(t, options)
			for typeName, life := range lifecycles {
				t.Run(typeName, func(t *testing.T) {
					testLifecycle(t, c, typeName, forGeneration(version, typeName, life))
				})
			}
		})
	}
}

// forGeneration leaves out what a generation does not have, adds what only it requires, and
// says where the fields are on its wire.
func forGeneration(version, typeName string, life lifecycle) lifecycle {
	if version != "v0.1.0" {
		return life
	}
	drop := func(texts ...string) {
		for _, text := range texts {
			life.create = strings.ReplaceAll(life.create, text, "")
			life.update = strings.ReplaceAll(life.update, text, "")
		}
	}
	switch typeName {
	case "inference_backend_runtime":
		drop(`, shared_memory_size = "2Gi"`)
		inner := `resources = { requests = { cpu = "1000m", memory = "1024Mi" }, limits = { cpu = "4" } }`
		drop(inner)
		life.create = strings.Replace(life.create, "spec = {", "spec = {\n"+inner, 1)
		life.update = strings.Replace(life.update, "spec = {", "spec = {\n"+inner, 1)
	case "inference_playground":
		drop(`, shared_memory_size = "1024Mi"`)
	case "inference_service":
		life.at = []string{"spec", "workloadTemplate", "replicas"}
		life.edit = `{"spec":{"workloadTemplate":{"replicas":7}}}`
	}
	return life
}

func testLifecycle(t *testing.T, c *acctest.Cluster, typeName string, life lifecycle) {
	name := "life-" + strings.ReplaceAll(strings.TrimPrefix(typeName, "inference_"), "_", "-")
	object := llmaz(life.plural, life.namespace, name)
	address, id := typeName+".it", name
	if life.namespace != "" {
		id = life.namespace + "/" + name
	}
	config := func(body string) string {
		return c.Provider("") + fmt.Sprintf("resource %q \"it\" {\n  metadata = { name = %q, labels = { team = \"search\" } }\n  %s\n}\n", typeName, name, body)
	}
	empty := []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories,
		CheckDestroy: func(*terraform.State) error {
			if c.Get(t, object) != nil {
				return fmt.Errorf("%s is still there", id)
			}
			return nil
		},
		Steps: []resource.TestStep{
			{
				Config:           config(life.create),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: empty},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.StringExact(id)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("ready"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0)),
				},
			},
			{
				ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithID, ImportStateId: id,
				ImportPlanChecks: resource.ImportPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
			{
				Config: config(life.update),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)},
					PostApplyPostRefresh: empty,
				},
				Check: fieldIs(t, c, object, life.updated, life.at),
			},
			{
				PreConfig: func() { c.Edit(t, object, "kubectl-edit", life.edit) },
				Config:    config(life.update),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)},
					PostApplyPostRefresh: empty,
				},
				Check: fieldIs(t, c, object, life.updated, life.at),
			},
			{
				PreConfig: func() { c.Delete(t, object) },
				Config:    config(life.update),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate)},
				},
			},
		},
	})
}

func fieldIs(t *testing.T, c *acctest.Cluster, o acctest.Object, want any, at []string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if diff := cmp.Diff(want, c.Field(t, o, at...)); diff != "" {
			return fmt.Errorf("%s of %s: -want +live:\n%s", strings.Join(at, "."), o.Name, diff)
		}
		return nil
	}
}
