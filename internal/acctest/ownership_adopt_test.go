package acctest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// origin is a tool that makes objects the way it does.
type origin struct {
	manager string
	apply   bool // by server-side apply
	// record says that the tool keeps what it applied in an annotation.
	record bool
	// metadata is what the tool adds, and lines is that in the configuration.
	metadata map[string]any
	lines    string
	// annotations are those that are left, as JSON.
	annotations string
}

var origins = map[string]origin{
	"kubernetes-manifest":  {manager: "Terraform", apply: true},
	"kubectl-manifest":     {manager: "HashiCorp", record: true},
	"kubectl-manifest-ssa": {manager: "kubectl", apply: true},
	"kubectl-apply":        {manager: "kubectl-client-side-apply", record: true},
	"kubectl-create":       {manager: "kubectl-create"},
	"helm": {
		manager: "helm", lines: `annotations = { "meta.helm.sh/release-name" = "chat" }`,
		metadata:    map[string]any{"annotations": map[string]any{"meta.helm.sh/release-name": "chat"}},
		annotations: `{"meta.helm.sh/release-name":"chat"}`,
	},
}

// TestAccAdoptManagers shows for every tool that people make objects with that the fields of
// an imported object pass to the provider at the first apply: what the configuration does not have goes, then and later.
func TestAccAdoptManagers(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	for name, from := range origins {
		t.Run(name, func(t *testing.T) {
			object := llmaz("services", "default", "adopted-from-"+name)
			from.makes(t, c, object)
			defer c.Delete(t, object)
			config := func(replicas int, env, labels, lines string) string {
				metadata := fmt.Sprintf("name = %q, namespace = \"default\", labels = { %s }\n%s", object.Name, labels, from.lines)
				return c.Provider("") + fmt.Sprintf(`
resource "inference_service" "it" {
  metadata = { %s }
  spec = {
    replicas     = %d
    model_claims = { models = [{ name = "llama3" }] }
    workload_template = { worker_template = { spec = { containers = [{ name = "model-runner", image = "vllm/vllm-openai:v0.7.3", env = [%s] }] } } }
  }
}
%s`, metadata, replicas, env, lines)
			}
			const a, b = `{ name = "A", value = "1" }`, `, { name = "B", value = "2" }`
			runner := append(slices.Clip(workerSpec), "f:containers", `k:{"name":"model-runner"}`)
			noDrift := []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(serviceAddress)}
			containers := func(env string) map[string]string {
				return map[string]string{
					"spec.workloadTemplate.workerTemplate.spec.containers": `[{"env":` + env + `,"image":"vllm/vllm-openai:v0.7.3","name":"model-runner"}]`,
					"metadata.annotations":                                 from.annotations,
				}
			}
			both := fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", serviceAddress, "default/"+object.Name)
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{
					{
						Config: config(2, a+b, `team = "ml", tier = "1"`, both),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(serviceAddress, plancheck.ResourceActionNoop)},
							PostApplyPostRefresh: noDrift,
						},
						Check: owns(t, c, object, from.manager, true, runner...),
					},
					{ // The first apply takes over what it changes, what it leaves and what it removes.
						Config: config(3, a, `team = "ml", tier = "1"`, ""),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply: []plancheck.PlanCheck{acctest.ExpectChanges(serviceAddress, `spec.replicas: 2 -> 3`,
								`spec.workload_template.worker_template.spec.containers[0].env: [{"name":"A","value":"1","value_from":null},{"name":"B","value":"2","value_from":null}] -> [{"name":"A","value":"1","value_from":null}]`)},
							PostApplyPostRefresh: noDrift,
						},
						Check: resource.ComposeAggregateTestCheckFunc(
							fieldsAre(t, c, object, containers(`[{"name":"A","value":"1"}]`)),
							owns(t, c, object, from.manager, false, "f:spec", "f:replicas"), owns(t, c, object, from.manager, false, "f:metadata", "f:labels", "f:tier"),
							owns(t, c, object, ourManager, true, runner...),
						),
					},
					{
						Config:           config(3, `{ name = "A" }`, `team = "ml"`, ""),
						ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: noDrift},
						Check: resource.ComposeAggregateTestCheckFunc(
							fieldsAre(t, c, object, map[string]string{"metadata.labels": `{"team":"ml"}`}), fieldsAre(t, c, object, containers(`[{"name":"A"}]`)),
						),
					},
				},
			})
		})
	}
}

// makes makes a service the way the tool does.
func (o origin) makes(t *testing.T, c *acctest.Cluster, object acctest.Object) {
	t.Helper()
	metadata := map[string]any{"name": object.Name, "namespace": "default", "labels": map[string]any{"team": "ml", "tier": "1"}}
	maps.Copy(metadata, o.metadata)
	live := map[string]any{
		"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Service", "metadata": metadata,
		"spec": map[string]any{
			"replicas":    2,
			"modelClaims": map[string]any{"models": []any{map[string]any{"name": "llama3"}}},
			"workloadTemplate": map[string]any{"workerTemplate": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{
				"name": "model-runner", "image": "vllm/vllm-openai:v0.7.3",
				"env": []any{map[string]any{"name": "A", "value": "1"}, map[string]any{"name": "B", "value": "2"}},
			}}}}},
		},
	}
	if o.record {
		raw, err := json.Marshal(live)
		if err != nil {
			t.Fatal(err)
		}
		metadata["annotations"] = map[string]any{"kubectl.kubernetes.io/last-applied-configuration": string(raw)}
	}
	if o.apply {
		c.ApplyAs(t, object, o.manager, live)
		return
	}
	// The client takes whole numbers of 64 bits only.
	live["spec"].(map[string]any)["replicas"] = int64(2)
	c.Create(t, object, o.manager, live)
}
