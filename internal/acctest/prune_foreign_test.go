package acctest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccPruneForeign shows that what people added is removed where that is asked for, once
// a plan has shown it, and that what the operator and an autoscaler wrote stays.
func TestAccPruneForeign(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("services", "default", "prunes-foreign")
	config := func(lines string) string {
		return serviceOf(c, object.Name, "replicas = 1", `env = [{ name = "A", value = "1" }]`, lines)
	}
	const prune = "prune_foreign = true"
	added := func(path, live string) acctest.Drift {
		return acctest.Drift{Class: "foreign", Path: path, Live: live, Manager: "kubectl-edit", Operation: "Update"}
	}
	scaled := acctest.Drift{Class: "scaled", Path: "spec.replicas", Applied: "1", Live: "2", Manager: "kube-controller-manager", Operation: "Update"}
	found := acctest.ExpectDrift(serviceAddress, scaled,
		added("metadata.annotations[example.com/note]", `"x"`), added("metadata.labels[theirs]", `"1"`),
		added(serviceRunner+`.env[name="D"].name`, `"D"`), added(serviceRunner+`.env[name="D"].value`, `"added"`))
	const (
		kept     = `[{"env":[{"name":"A","value":"1"}],"image":"example.org/model-server:v1","name":"model-runner"}]`
		withMore = `[{"env":[{"name":"A","value":"1"},{"name":"D","value":"added"}],"image":"example.org/model-server:v1","name":"model-runner"}]`
	)
	fields := func(annotations, labels, containers string) resource.TestCheckFunc {
		return fieldsAre(t, c, object, map[string]string{
			"metadata.annotations": annotations, "metadata.labels": labels, "spec.replicas": "2",
			"spec.workloadTemplate.workerTemplate.spec.containers": containers,
		})
	}
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config(""), ConfigPlanChecks: emptyAfterwards},
			{
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"metadata":{"labels":{"theirs":"1"},"annotations":{"example.com/note":"x"}},"spec":{"workloadTemplate":{"workerTemplate":{"spec":{"containers":`+withMore+`}}}}}`)
					c.Edit(t, object, "manager", `{"metadata":{"annotations":{"llmaz.io/by-operator":"1"}}}`)
					c.Scale(t, object, "kube-controller-manager", 2)
				},
				Config:           config(""),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{found, plancheck.ExpectEmptyPlan()}},
				Check:            fields(`{"example.com/note":"x","llmaz.io/by-operator":"1"}`, `{"theirs":"1"}`, withMore),
			},
			{
				Config: config(prune),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						found, plancheck.ExpectResourceAction(serviceAddress, plancheck.ResourceActionUpdate),
						// Nobody has approved the removal of what comes after the plan.
						acctest.During(func() { c.Edit(t, object, "kubectl-edit", `{"metadata":{"labels":{"late":"1"}}}`) }),
					},
				},
				ExpectNonEmptyPlan: true,
				Check:              fields(`{"llmaz.io/by-operator":"1"}`, `{"late":"1"}`, kept),
			},
			{
				Config: config(prune),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						acctest.ExpectDrift(serviceAddress, scaled, added("metadata.labels[late]", `"1"`)), plancheck.ExpectResourceAction(serviceAddress, plancheck.ResourceActionUpdate),
					},
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(serviceAddress, scaled)},
				},
				Check: fields(`{"llmaz.io/by-operator":"1"}`, "", kept),
			},
		},
	})
}

// TestAccRemovedFields shows that what the configuration no longer has is released and goes, or gets
// the API's default, deep in keyed lists and in either mode, while what others added stays until it is pruned.
func TestAccRemovedFields(t *testing.T) {
	t.Parallel()
	t.Run("operator", func(t *testing.T) {
		c := acctest.Start(t, newest)
		object := llmaz("services", "default", "removes-fields")
		config := func(container string) string { return serviceOf(c, object.Name, "", container, "") }
		const containers = "spec.workloadTemplate.workerTemplate.spec.containers"
		acctest.Test(t, resource.TestCase{
			Steps: []resource.TestStep{
				{
					Config: config(`args = ["--enforce-eager"]
						ports = [{ container_port = 8080, name = "http" }, { container_port = 9090 }]
						env   = [{ name = "A", value = "1" }, { name = "B", value = "2" }]
						resources = { limits = { cpu = "1", memory = "1Gi" } }`),
					ConfigPlanChecks: emptyAfterwards,
				},
				{
					Config: config(`ports = [{ container_port = 8080 }]
						env   = [{ name = "B" }]
						resources = { limits = { memory = "1Gi" } }`),
					ConfigPlanChecks: emptyAfterwards,
					Check: fieldsAre(t, c, object, map[string]string{
						containers: `[{"env":[{"name":"B"}],"image":"example.org/model-server:v1","name":"model-runner","ports":[{"containerPort":8080,"protocol":"TCP"}],"resources":{"limits":{"memory":"1Gi"}}}]`,
					}),
				},
			},
		})
	})
	t.Run("direct", func(t *testing.T) {
		c := acctest.Start(t, ours)
		p := playground{name: "removes-fields", replicas: 1, direct: `workload = "Deployment"`, args: []string{"--enforce-eager"}}
		object, podPath := p.of(deploymentType), podPaths["Deployment"]
		fewer := p
		fewer.args, fewer.body = nil, "prune_foreign = true"
		runnerHas := func(want map[string]any) resource.TestCheckFunc {
			return func(*terraform.State) error {
				live := runner(t, c.Get(t, object), podPath...)
				return differs("model server", want, map[string]any{"args": live["args"], "B": variable(live, "B"), "C": variable(live, "C"), "D": variable(live, "D")})
			}
		}
		container := podPathText["Deployment"] + `.containers[name="model-runner"]`
		foreign := func(field, live string) acctest.Drift {
			return acctest.Drift{Object: "Deployment/" + p.name, Class: "foreign", Path: container + `.env[name="D"].` + field, Live: live, Manager: "kubectl-edit", Operation: "Update"}
		}
		acctest.Test(t, resource.TestCase{
			CheckDestroy: goneWithoutTrace(t, c, p),
			Steps: []resource.TestStep{
				{Config: p.config(c), Check: runnerHas(map[string]any{"args": []any{"--model", "/workspace/models/models--Qwen--Qwen2.5-0.5B-Instruct", "--enforce-eager"}, "B": "2", "C": "3", "D": nil})},
				{
					PreConfig: func() { addVariable(t, c, object, "D", podPath) },
					Config:    strings.Replace(fewer.config(c), `, { name = "C", value = "3" }`, "", 1),
					ConfigPlanChecks: resource.ConfigPlanChecks{
						PreApply:             []plancheck.PlanCheck{acctest.ExpectDrift(playgroundAddress, foreign("name", `"D"`), foreign("value", `"added"`))},
						PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(playgroundAddress)},
					},
					Check: runnerHas(map[string]any{"args": []any{"--model", "/workspace/models/models--Qwen--Qwen2.5-0.5B-Instruct"}, "B": "2", "C": nil, "D": nil}),
				},
			},
		})
	})
}

// addVariable adds a variable to the model server of a workload by hand.
func addVariable(t *testing.T, c *acctest.Cluster, o acctest.Object, name string, podPath []string) {
	t.Helper()
	c.Update(t, o, "kubectl-edit", func(live *unstructured.Unstructured) error {
		server := runner(t, live, podPath...)
		env, _ := server["env"].([]any)
		server["env"] = append(env, map[string]any{"name": name, "value": "added"})
		containers, _, err := unstructured.NestedSlice(live.Object, append(slices.Clip(podPath), "containers")...)
		if err != nil {
			return err
		}
		for i, item := range containers {
			if container, ok := item.(map[string]any); ok && container["name"] == server["name"] {
				containers[i] = server
			}
		}
		if err := unstructured.SetNestedSlice(live.Object, containers, append(slices.Clip(podPath), "containers")...); err != nil {
			return fmt.Errorf("adding %s: %w", name, err)
		}
		return nil
	})
}
