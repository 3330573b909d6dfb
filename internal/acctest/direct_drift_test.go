package acctest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDirectDrift changes two rendered objects in every way at once. The plan tells
// each difference and who made it, the apply repairs what is configured, and what others
// added stays.
func TestAccDirectDrift(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for workload, podPath := range podPaths {
		t.Run(workload, func(t *testing.T) {
			p := playground{name: "drift-" + kebab(workload), replicas: 2, direct: fmt.Sprintf("workload = %q", workload)}
			object, service := p.of(workloadTypes[workload]), p.of(serviceType)
			id, serviceID := workload+"/"+p.name, "Service/"+p.name+"-lb"
			container := podPathText[workload] + `.containers[name="model-runner"]`
			byHand := func(path, class, applied, live string) acctest.Drift {
				return acctest.Drift{Object: id, Path: path, Class: class, Manager: "kubectl-edit", Operation: "Update", Applied: applied, Live: live}
			}
			byK9s := func(path, class, applied, live string) acctest.Drift {
				return acctest.Drift{Object: serviceID, Path: path, Class: class, Manager: "k9s", Operation: "Update", Applied: applied, Live: live}
			}
			found := acctest.ExpectDrift(playgroundAddress,
				byHand("metadata.labels[cost-center]", "foreign", "", `"42"`),
				byHand("spec.replicas", "changed", "2", "1"),
				byHand(container+".command", "changed", `["serve"]`, `["sleep","inf"]`),
				byHand(container+`.env[name="A"].value`, "changed", `"1"`, `"changed"`),
				byHand(container+`.env[name="B"].value`, "ownership_lost", `"2"`, `"2"`),
				byHand(container+`.env[name="C"]`, "removed", `{"name":"C","value":"3"}`, ""),
				byHand(container+`.env[name="D"].name`, "foreign", "", `"D"`),
				byHand(container+`.env[name="D"].value`, "foreign", "", `"added"`),
				byK9s("metadata.annotations[note]", "foreign", "", `"hello"`),
				byK9s(`spec.ports[port=8080,protocol="TCP"].name`, "changed", `"http"`, `"web"`),
			)
			left := acctest.ExpectDrift(playgroundAddress,
				byHand("metadata.labels[cost-center]", "foreign", "", `"42"`),
				byHand(container+`.env[name="D"].name`, "foreign", "", `"D"`),
				byHand(container+`.env[name="D"].value`, "foreign", "", `"added"`),
				byK9s("metadata.annotations[note]", "foreign", "", `"hello"`),
			)
			acctest.Test(t, resource.TestCase{
				CheckDestroy: goneWithoutTrace(t, c, p),
				Steps: []resource.TestStep{
					{Config: p.config(c)},
					{
						PreConfig: func() {
							c.Edit(t, service, "k9s", `{"metadata":{"annotations":{"note":"hello"}},"spec":{"ports":[{"name":"web","port":8080,"protocol":"TCP","targetPort":8080}]}}`)
							editWorkload(t, c, object, podPath, "other")
							editWorkload(t, c, object, podPath, "2")
						},
						Config: p.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply:             []plancheck.PlanCheck{found, plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
							PostApplyPostRefresh: []plancheck.PlanCheck{left, plancheck.ExpectEmptyPlan()},
						},
						Check: resource.ComposeAggregateTestCheckFunc(
							fieldIs(t, c, object, int64(2), []string{"spec", "replicas"}),
							fieldIs(t, c, object, "42", []string{"metadata", "labels", "cost-center"}),
							func(*terraform.State) error {
								live := runner(t, c.Get(t, object), podPath...)
								return differs("model server", map[string]any{"command": []any{"serve"}, "A": "1", "B": "2", "C": "3"},
									map[string]any{"command": live["command"], "A": variable(live, "A"), "B": variable(live, "B"), "C": variable(live, "C")})
							},
						),
					},
				},
			})
		})
	}
}

// podPathText is podPaths as the provider prints it.
var podPathText = map[string]string{
	"LeaderWorkerSet": "spec.leaderWorkerTemplate.workerTemplate.spec",
	"Deployment":      "spec.template.spec",
}

// editWorkload is one edit of a workload by hand: it changes, removes and adds fields, and
// sets the variable B. Done twice, the second time with B as it was, only the owner of B differs.
func editWorkload(t *testing.T, c *acctest.Cluster, o acctest.Object, podPath []string, b string) {
	t.Helper()
	c.Update(t, o, "kubectl-edit", func(live *unstructured.Unstructured) error {
		containers, _, err := unstructured.NestedSlice(live.Object, append(slices.Clone(podPath), "containers")...)
		if err != nil {
			return err
		}
		for _, item := range containers {
			if server, ok := item.(map[string]any); ok && server["name"] == "model-runner" {
				server["command"] = []any{"sleep", "inf"}
				server["env"] = []any{
					map[string]any{"name": "A", "value": "changed"}, map[string]any{"name": "B", "value": b}, map[string]any{"name": "D", "value": "added"},
				}
			}
		}
		if err := unstructured.SetNestedSlice(live.Object, containers, append(slices.Clone(podPath), "containers")...); err != nil {
			return err
		}
		if err := unstructured.SetNestedField(live.Object, "42", "metadata", "labels", "cost-center"); err != nil {
			return err
		}
		return unstructured.SetNestedField(live.Object, int64(1), "spec", "replicas")
	})
}

// variable is the value of an environment variable of a container, nil when it has none.
func variable(container map[string]any, name string) any {
	env, _ := container["env"].([]any)
	for _, item := range env {
		if entry, ok := item.(map[string]any); ok && entry["name"] == name {
			return entry["value"]
		}
	}
	return nil
}
