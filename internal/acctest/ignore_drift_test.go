package acctest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// ourManager is the field manager of the provider.
const ourManager = "terraform-provider-inference"

// owns checks whether a field manager owns a field of a live object, which is given by the
// names that managed fields have for the steps to it.
func owns(t *testing.T, c *acctest.Cluster, o acctest.Object, manager string, want bool, steps ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := false
		for _, entry := range c.Get(t, o).GetManagedFields() {
			if entry.Manager != manager || entry.FieldsV1 == nil {
				continue
			}
			var fields any
			if err := json.Unmarshal(entry.FieldsV1.GetRawBytes(), &fields); err != nil {
				return err
			}
			for _, step := range steps {
				below, _ := fields.(map[string]any)
				fields = below[step]
			}
			got = got || fields != nil
		}
		if got != want {
			return fmt.Errorf("%s owns %s of %s: %t, want %t", manager, strings.Join(steps, " "), o.Name, got, want)
		}
		return nil
	}
}

// workerSpec is where a service of llmaz has its pods, as managed fields and as drift say it.
var workerSpec = []string{"f:spec", "f:workloadTemplate", "f:workerTemplate", "f:spec"}

// serviceOf configures a service with those variables of its one container.
func serviceOf(c *acctest.Cluster, name, replicas, env, lines string) string {
	return c.Provider("") + fmt.Sprintf(`
resource "inference_service" "it" {
  metadata = { name = %q, namespace = "default" }
  spec = {
    %s
    model_claims = { models = [{ name = "llama3" }] }
    workload_template = { worker_template = { spec = { containers = [{
      name = "model-runner", image = "example.org/model-server:v1"
      %s
    }] } } }
  }
  %s
  %s
}
`, name, replicas, env, shortTimeouts, lines)
}

const (
	serviceAddress = "inference_service.it"
	serviceRunner  = `spec.workloadTemplate.workerTemplate.spec.containers[name="model-runner"]`
)

// TestAccIgnoreDrift shows that drift which is to be ignored is neither told nor corrected,
// that its fields are released to who changed them, and that all else is as ever.
func TestAccIgnoreDrift(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("services", "default", "ignores-drift")
	const ignore = `ignore_drift = ["spec.replicas", "spec.**.containers[name=model-runner].env[name=B*]", "metadata.annotations[example.com/*]"]`
	config := func(b, lines string) string {
		return serviceOf(c, object.Name, "replicas = 1", fmt.Sprintf(`env = [{ name = "A", value = "1" }, { name = "B1", value = %q }]`, b), lines)
	}
	runner := func(a, b string) string {
		return fmt.Sprintf(`[{"env":[{"name":"A","value":%q},{"name":"B1","value":%q}],"image":"example.org/model-server:v1","name":"model-runner"}]`, a, b)
	}
	edited := map[string]string{"spec.replicas": "3", "metadata.annotations": `{"example.com/note":"x"}`, "spec.workloadTemplate.workerTemplate.spec.containers": runner("1", "edited")}
	env := append(slices.Clip(workerSpec), "f:containers", `k:{"name":"model-runner"}`, "f:env", `k:{"name":"B1"}`, "f:value")
	told := []acctest.Drift{
		byHand("spec.replicas", "1", "3"), byHand(serviceRunner+`.env[name="B1"].value`, `"4"`, `"edited"`),
		{Class: "foreign", Path: "metadata.annotations[example.com/note]", Live: `"x"`, Manager: "kubectl-edit", Operation: "Update"},
	}
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config("2", ignore), ConfigPlanChecks: emptyAfterwards, Check: owns(t, c, object, ourManager, true, "f:spec", "f:replicas")},
			{
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"metadata":{"annotations":{"example.com/note":"x"}},"spec":{"replicas":3,"workloadTemplate":{"workerTemplate":{"spec":{"containers":`+runner("changed", "edited")+`}}}}}`)
				},
				Config: config("2", ignore),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						acctest.ExpectDrift(serviceAddress, byHand(serviceRunner+`.env[name="A"].value`, `"1"`, `"changed"`)),
						acctest.ExpectChanges(serviceAddress, `spec.workload_template.worker_template.spec.containers[0].env[0].value: "changed" -> "1"`),
					},
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(serviceAddress)},
				},
				Check: resource.ComposeAggregateTestCheckFunc(
					fieldsAre(t, c, object, edited),
					owns(t, c, object, ourManager, false, "f:spec", "f:replicas"), owns(t, c, object, ourManager, false, env...),
				),
			},
			{ // What the configuration changes is no drift: it is applied, and refused where somebody else owns it.
				Config:      config("4", ignore),
				ExpectError: says("Error: Field is managed elsewhere", `env[name="B1"].value of Service default/ignores-drift`, `"kubectl-edit" (Update)`),
			},
			{
				Config:           config("4", ignore+"\n  force_conflicts = true"),
				ConfigPlanChecks: emptyAfterwards,
				Check: resource.ComposeAggregateTestCheckFunc(
					fieldsAre(t, c, object, map[string]string{"spec.replicas": "3", "spec.workloadTemplate.workerTemplate.spec.containers": runner("1", "4")}),
					owns(t, c, object, ourManager, true, env...),
				),
			},
			{ // What is no longer ignored shows from the next refresh on, and is not touched before.
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"spec":{"workloadTemplate":{"workerTemplate":{"spec":{"containers":`+runner("1", "edited")+`}}}}}`)
				},
				Config: config("4", ""), ExpectNonEmptyPlan: true,
				Check: fieldsAre(t, c, object, edited),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{acctest.ExpectChanges(serviceAddress)},
					PostApplyPostRefresh: []plancheck.PlanCheck{acctest.ExpectDrift(serviceAddress, told...)},
				},
			},
			{ // To begin to ignore what a plan shows leaves it as it is.
				Config: config("4", ignore),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(serviceAddress)},
				},
				Check: fieldsAre(t, c, object, edited),
			},
		},
	})
}

// TestAccIgnoreDriftFaults shows that a path which nothing can match is an error of the plan on its element.
func TestAccIgnoreDriftFaults(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	for text, want := range map[string][]string{
		"spec.replcias":            {"ignore_drift[1]", "write `spec.replicas`"},
		"metadata.labels.team":     {"ignore_drift[1]", "write `metadata.labels[team]`"},
		"Service/x: spec.replicas": {"ignore_drift[1]", "Service/x is none of the objects", "`Service/faulty`"},
		"spec.":                    nil,
		"spec.env[":                {"ignore_drift[1]", "a bracket is not closed"},
	} {
		t.Run(text, func(t *testing.T) {
			step := resource.TestStep{
				Config:   serviceOf(c, "faulty", "replicas = 1", "", fmt.Sprintf("ignore_drift = [\"spec.**.image\", %q]", text)),
				PlanOnly: true, ExpectNonEmptyPlan: want == nil,
			}
			if want != nil {
				step.ExpectError = says(want...)
			}
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{step}})
		})
	}
}

// TestAccIgnoreDriftDirect shows that in direct mode drift is ignored of the objects that a path names.
func TestAccIgnoreDriftDirect(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{
		name: "ignores-drift", replicas: 1, direct: `workload = "Deployment"`,
		body: `ignore_drift = ["Deployment/*: spec.replicas", "metadata.labels[cost-*]"]`,
	}
	object, service := p.of(deploymentType), p.of(serviceType)
	faulty := p
	faulty.body = `ignore_drift = ["Service/*: spec.replicas"]`
	acctest.Test(t, resource.TestCase{
		CheckDestroy: goneWithoutTrace(t, c, p),
		Steps: []resource.TestStep{
			{Config: p.config(c), ConfigPlanChecks: emptyAfterwards},
			{
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"metadata":{"labels":{"cost-center":"42"}},"spec":{"replicas":2}}`)
					c.Edit(t, service, "kubectl-edit", `{"metadata":{"labels":{"cost-center":"42"}}}`)
				},
				Config:           p.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(playgroundAddress)}},
				Check:            fieldsAre(t, c, object, map[string]string{"spec.replicas": "2"}),
			},
			{Config: faulty.config(c), ExpectError: says("ignore_drift[0]", "`spec` has no field `replicas`")},
		},
	})
}
