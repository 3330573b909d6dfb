package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccEditAfterPlan shows that an apply takes back only what its plan showed: an edit
// after the plan fails the apply of that plan.
func TestAccEditAfterPlan(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "edited-after-plan")
	config := func(team string) string {
		return modelOf(c, object.Name, fmt.Sprintf(`labels = { "example.com/team" = %q, tier = "1" }`, team), hubOfMeta, "")
	}
	conflict := says("Error: Field is managed elsewhere", `metadata.labels["example.com/team"] of OpenModel edited-after-plan`, `"kubectl-edit" (Update)`, "force_conflicts = true")
	edit := func(label, value string) {
		c.Edit(t, object, "kubectl-edit", fmt.Sprintf(`{"metadata":{"labels":{%q:%q}}}`, label, value))
	}
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config("search"), ConfigPlanChecks: emptyAfterwards},
			{
				Config:           config("ads"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{acctest.During(func() { edit("example.com/team", "late") })}},
				ExpectError:      conflict,
			},
			{ // The drift of one field does not approve taking back another one.
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"metadata":{"labels":{"example.com/team":"search"}}}`)
					edit("tier", "2")
				},
				Config: config("search"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					acctest.ExpectChanges(modelAddress, `metadata.labels.tier: "2" -> "1"`),
					acctest.During(func() { edit("example.com/team", "later") }),
				}},
				ExpectError: conflict,
			},
			{ // A plan that shows both takes both back.
				Config: config("search"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						acctest.ExpectChanges(modelAddress, `metadata.labels.example.com/team: "later" -> "search"`, `metadata.labels.tier: "2" -> "1"`),
						acctest.ExpectDrift(modelAddress,
							byHand("metadata.labels[example.com/team]", `"search"`, `"later"`), byHand("metadata.labels[tier]", `"1"`, `"2"`)),
					},
					PostApplyPostRefresh: emptyAfterwards.PostApplyPostRefresh,
				},
			},
		},
	})
}

// TestAccFieldsOfOthersStay shows what an update takes away: the fields that the
// configuration no longer has, and nothing that others added.
func TestAccFieldsOfOthersStay(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "others-stay")
	foreign := func(path, live string) acctest.Drift {
		return acctest.Drift{Class: "foreign", Path: path, Live: live, Manager: "kubectl-label", Operation: "Update"}
	}
	added := acctest.ExpectDrift(modelAddress, foreign("metadata.labels[theirs]", `"1"`), foreign("metadata.annotations[example.com/theirs]", `"2"`))
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config:           modelOf(c, object.Name, `labels = { ours = "1", gone = "1" }`, hubOfMeta+`, revision = "v1", ignore_patterns = ["a"]`, ""),
				ConfigPlanChecks: emptyAfterwards,
			},
			{
				PreConfig: func() {
					c.Edit(t, object, "kubectl-label", `{"metadata":{"labels":{"theirs":"1"},"annotations":{"example.com/theirs":"2"}}}`)
				},
				Config: modelOf(c, object.Name, `labels = { ours = "1" }`, hubOfMeta, ""),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						added,
						acctest.ExpectChanges(modelAddress, `metadata.labels.gone: "1" -> null`,
							`spec.source.model_hub.revision: "v1" -> null`, `spec.source.model_hub.ignore_patterns: ["a"] -> null`),
					},
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), added},
				},
				// The API server fills in its default for the revision.
				Check: fieldsAre(t, c, object, map[string]string{
					"metadata.labels": `{"ours":"1","theirs":"1"}`, "metadata.annotations": `{"example.com/theirs":"2"}`,
					"spec.source.modelHub": `{"modelID":"meta-llama/Llama-3.1-8B","name":"Huggingface","revision":"main"}`,
				}),
			},
		},
	})
}

// TestAccDriftOfStoredRefresh shows that a refresh which is stored before anybody plans does
// not make drift look like what was applied.
func TestAccDriftOfStoredRefresh(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("services", "default", "stored-refresh")
	address := "inference_service.it"
	const runner = `spec.workloadTemplate.workerTemplate.spec.containers[name="model-runner"]`
	drift := acctest.ExpectDrift(address,
		byHand("spec.replicas", "1", "3"),
		byHand(runner+`.env[name="B"].value`, `"2"`, `"edited"`),
		acctest.Drift{Class: "removed", Path: runner + `.env[name="A"].value`, Applied: `"1"`, Manager: "kubectl-edit", Operation: "Update"},
	)
	config := c.Provider("") + fmt.Sprintf(`
resource "inference_service" "it" {
  metadata = { name = %q, namespace = "default" }
  spec = {
    replicas     = 1
    model_claims = { models = [{ name = "llama3" }] }
    workload_template = { worker_template = { spec = { containers = [{
      name = "model-runner", image = "vllm/vllm-openai:v0.7.3"
      env  = [{ name = "A", value = "1" }, { name = "B", value = "2" }]
    }] } } }
  }
  %s
}
`, object.Name, shortTimeouts)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config, ConfigPlanChecks: emptyAfterwards},
			{
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"spec":{"replicas":3,"workloadTemplate":{"workerTemplate":{"spec":{"containers":[
						{"name":"model-runner","image":"vllm/vllm-openai:v0.7.3","env":[{"name":"A"},{"name":"B","value":"edited"}]}]}}}}}`)
				},
				RefreshState: true, ExpectNonEmptyPlan: true,
				RefreshPlanChecks: resource.RefreshPlanChecks{PostRefresh: []plancheck.PlanCheck{drift}},
			},
			{
				Config: config,
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						drift,
						acctest.ExpectChanges(address, `spec.replicas: 3 -> 1`,
							`spec.workload_template.worker_template.spec.containers[0].env[0].value: null -> "1"`,
							`spec.workload_template.worker_template.spec.containers[0].env[1].value: "edited" -> "2"`),
					},
					PostApplyPostRefresh: emptyAfterwards.PostApplyPostRefresh,
				},
				ConfigStateChecks: []statecheck.StateCheck{attributeIs(address, "drift", knownvalue.ListSizeExact(0))},
				Check:             fieldsAre(t, c, object, map[string]string{"spec.replicas": "1"}),
			},
		},
	})
}
