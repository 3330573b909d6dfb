package acctest_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

const modelAddress = "inference_open_model.it"

// modelOf configures an OpenModel of that name, with further lines of metadata, spec and resource.
func modelOf(c *acctest.Cluster, name, metadata, source, lines string) string {
	return c.Provider("") + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = {
    name = %q
    %s
  }
  spec = {
    family_name = "llama3"
    source      = { model_hub = { %s } }
  }
  %s
}
`, name, metadata, source, lines)
}

// liveModel is an OpenModel as somebody else writes it.
func liveModel(name string, metadata, hub map[string]any) map[string]any {
	all := map[string]any{"name": name}
	maps.Copy(all, metadata)
	spec := map[string]any{}
	if hub != nil {
		spec["source"] = map[string]any{"modelHub": hub}
	}
	return map[string]any{"apiVersion": "llmaz.io/v1alpha1", "kind": "OpenModel", "metadata": all, "spec": spec}
}

const hubOfMeta = `model_id = "meta-llama/Llama-3.1-8B"`

// TestAccCreateRefusesForeignObject shows that a creation does not take over what somebody else made.
func TestAccCreateRefusesForeignObject(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "made-by-kubectl")
	live := liveModel(object.Name, nil, map[string]any{"modelID": "someone/else"})
	live["spec"].(map[string]any)["familyName"] = "other"
	c.Create(t, object, "kubectl-create", live)
	defer c.Delete(t, object)
	c.Edit(t, object, "kubectl-label", `{"metadata":{"labels":{"a":"b"}}}`)
	before := c.Get(t, object)
	for name, lines := range map[string]string{"by default": "", "by force": "force_conflicts = true"} {
		t.Run(name, func(t *testing.T) {
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: modelOf(c, object.Name, "", hubOfMeta, lines),
					ExpectError: says(`Error: Object exists already`, `OpenModel made-by-kubectl is in the cluster`,
						`"kubectl-create", "kubectl-label"`, "to = inference_open_model.made_by_kubectl", `id = "made-by-kubectl"`),
				}},
			})
			if diff := cmp.Diff(before.Object, c.Get(t, object).Object); diff != "" {
				t.Errorf("the object of somebody else was touched:\n%s", diff)
			}
		})
	}
}

// TestAccImportOfForeignObject shows that a configuration of the fields that somebody set
// plans no change after an import, and that the fields of a manager at work can be taken over.
func TestAccImportOfForeignObject(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	hub := map[string]any{"modelID": "meta-llama/Llama-3.1-8B", "ignorePatterns": []any{"*.pth"}}
	metadata := map[string]any{
		"labels":      map[string]any{"example.com/team": "search"},
		"annotations": map[string]any{"kubectl.kubernetes.io/last-applied-configuration": "{}"},
	}
	made := map[string]func(o acctest.Object, live map[string]any){
		"pipeline":             func(o acctest.Object, live map[string]any) { c.Create(t, o, "pipeline", live) },
		"kustomize-controller": func(o acctest.Object, live map[string]any) { c.ApplyAs(t, o, "kustomize-controller", live) },
	}
	for manager, create := range made {
		t.Run(manager, func(t *testing.T) {
			object := llmaz("openmodels", "", "imported-from-"+manager)
			live := liveModel(object.Name, metadata, hub)
			live["spec"].(map[string]any)["familyName"] = "llama3"
			create(object, live)
			block := fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", modelAddress, object.Name)
			labels := `labels = { "example.com/team" = "search" }`
			source := hubOfMeta + `, ignore_patterns = ["*.pth"]`
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{
					{
						Config: modelOf(c, object.Name, labels, source, "") + block,
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(modelAddress, plancheck.ResourceActionNoop)},
							PostApplyPostRefresh: emptyAfterwards.PostApplyPostRefresh,
						},
						ConfigStateChecks: []statecheck.StateCheck{attributeIs(modelAddress, "drift", knownvalue.ListSizeExact(0))},
					},
					{
						Config: modelOf(c, object.Name, `labels = { "example.com/team" = "ads" }`, source, ""),
						ExpectError: says("Error: Field is managed elsewhere", `metadata.labels["example.com/team"] of OpenModel `+object.Name, `owned by "`+manager+`"`,
							"Remove the field from this resource", "force_conflicts = true"),
					},
					{
						Config:           modelOf(c, object.Name, `labels = { "example.com/team" = "ads" }`, source, "force_conflicts = true"),
						ConfigPlanChecks: emptyAfterwards,
						Check:            fieldsAre(t, c, object, map[string]string{"metadata.labels": `{"example.com/team":"ads"}`}),
					},
				},
			})
		})
	}
}

// TestAccConflictWithApplyManager shows that a manager at work, such as a GitOps
// controller, is not fought silently, and can be overruled.
func TestAccConflictWithApplyManager(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "shared-with-flux")
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: modelOf(c, object.Name, "", hubOfMeta, ""), ConfigPlanChecks: emptyAfterwards},
			{
				PreConfig: func() {
					c.ApplyAs(t, object, "flux", liveModel(object.Name, nil, map[string]any{"revision": "flux"}))
				},
				Config: modelOf(c, object.Name, "", hubOfMeta+`, revision = "ours"`, ""),
				ExpectError: says("Error: Field is managed elsewhere", "spec.source.model_hub.revision of OpenModel shared-with-flux",
					`owned by "flux" (Apply)`, "Remove the field from this resource to leave it to that manager", "or set force_conflicts = true to take it over"),
			},
			{
				Config:           modelOf(c, object.Name, "", hubOfMeta+`, revision = "ours"`, "force_conflicts = true"),
				ConfigPlanChecks: emptyAfterwards,
				Check:            fieldsAre(t, c, object, map[string]string{"spec.source.modelHub.revision": `"ours"`}),
			},
		},
	})
}

// TestAccOwnershipLost shows that a field which another manager took over shows although its
// value is as configured, that it is left alone, and that force takes it back.
func TestAccOwnershipLost(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "lost-to-flux")
	flux := func(revision string) {
		c.ApplyAs(t, object, "flux", liveModel(object.Name, nil, map[string]any{"revision": revision}))
	}
	lost := acctest.Drift{Class: "ownership_lost", Path: "spec.source.modelHub.revision", Applied: `"v1"`, Live: `"v1"`, Manager: "flux", Operation: "Apply"}
	source := hubOfMeta + `, revision = "v1"`
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: modelOf(c, object.Name, "", source, ""), ConfigPlanChecks: emptyAfterwards},
			{ // The same value is owned by both.
				PreConfig:        func() { flux("v1") },
				Config:           modelOf(c, object.Name, "", source, ""),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(modelAddress)}},
			},
			{ // Another value takes the field, and the same value later does not give it back.
				PreConfig: func() { flux("v2"); flux("v1") },
				Config:    modelOf(c, object.Name, "", source, ""),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(modelAddress, lost)},
				},
			},
			{
				Config: modelOf(c, object.Name, "", source, "force_conflicts = true"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(modelAddress, plancheck.ResourceActionUpdate)},
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(modelAddress)},
				},
			},
		},
	})
}
