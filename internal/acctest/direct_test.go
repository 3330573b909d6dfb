package acctest_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var listAll = metav1.ListOptions{}

// podPaths are where the workloads have the spec of their pods.
var podPaths = map[string][]string{
	"LeaderWorkerSet": {"spec", "leaderWorkerTemplate", "workerTemplate", "spec"},
	"Deployment":      {"spec", "template", "spec"},
}

// TestAccDirect takes a playground through its life without an operator, on either
// workload: it serves, has nothing to plan, rolls out a change and goes without a trace.
func TestAccDirect(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for workload, podPath := range podPaths {
		t.Run(workload, func(t *testing.T) {
			direct := fmt.Sprintf("workload = %q", workload)
			p := playground{name: "direct-" + kebab(workload), replicas: 2, args: []string{"--seed=1"}, direct: direct}
			changed := p
			changed.args = []string{"--seed=2", "--enforce-eager"}
			acctest.Test(t, resource.TestCase{
				CheckDestroy: goneWithoutTrace(t, c, p),
				Steps: []resource.TestStep{
					{
						Config:           p.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
						ConfigStateChecks: []statecheck.StateCheck{
							statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
							statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("endpoint"),
								knownvalue.StringExact("http://"+p.name+"-lb.default.svc:8080")),
							statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("rendered"), knownvalue.MapExact(map[string]knownvalue.Check{
								workload + "/" + p.name:     knownvalue.StringRegexp(regexp.MustCompile(`(?m)^kind: ` + workload + `$`)),
								"Service/" + p.name + "-lb": knownvalue.StringRegexp(regexp.MustCompile(`(?m)^kind: Service$`)),
							})),
							statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0)),
							statecheck.ExpectKnownValue("inference_open_model.it", tfjsonpath.New("rendered"), knownvalue.MapSizeExact(0)),
						},
						Check: podsRun(t, c, p),
					},
					{
						Config: changed.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
							PostApplyPostRefresh: nothingPlanned,
						},
						ConfigStateChecks: []statecheck.StateCheck{
							statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
						},
						Check: resource.ComposeAggregateTestCheckFunc(podsRun(t, c, changed), func(*terraform.State) error {
							args := runner(t, c.Get(t, p.of(workloadTypes[workload])), podPath...)["args"]
							return differs("arguments of the workload", changed.wantedArgs(), args)
						}),
					},
				},
			})
		})
	}
}

// TestAccDirectRestored deletes rendered objects behind Terraform's back.
func TestAccDirectRestored(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "restored", replicas: 1}
	restored := resource.ConfigPlanChecks{
		PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
		PostApplyPostRefresh: nothingPlanned,
	}
	exists := func(*terraform.State) error {
		p.uids(t, c, deploymentType, serviceType)
		return nil
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: goneWithoutTrace(t, c, p),
		Steps: []resource.TestStep{
			{Config: p.config(c)},
			{PreConfig: func() { c.Delete(t, p.of(serviceType)) }, Config: p.config(c), ConfigPlanChecks: restored, Check: exists},
			{PreConfig: func() { c.Delete(t, p.of(deploymentType)) }, Config: p.config(c), ConfigPlanChecks: restored, Check: exists},
			{
				PreConfig: func() { c.Delete(t, p.of(deploymentType)); c.Delete(t, p.of(serviceType)) },
				Config:    p.config(c), Check: exists,
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionCreate)},
				},
			},
		},
	})
}

// TestAccDirectOnBareCluster has a cluster without LeaderWorkerSet: it is enough for what one host serves, and what takes
// more is told in the plan, and refused before anything is made.
func TestAccDirectOnBareCluster(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, acctest.Options{Bare: true})
	p := playground{name: "bare", replicas: 1}
	groups := playground{name: "bare-groups", replicas: 1, direct: `workload = "LeaderWorkerSet"`, body: `timeouts = { create = "2s" }`}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: goneWithoutTrace(t, c, p),
		Steps: []resource.TestStep{
			{
				Config:           p.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
				},
				Check: podsRun(t, c, p),
			},
			{Config: p.config(c), Destroy: true},
			{
				Config: groups.config(c),
				ExpectError: says("Error: API not served by the cluster",
					"Playground default/bare-groups cannot be applied: the cluster does not serve the LeaderWorkerSet that it is rendered to in leaderworkerset.x-k8s.io/v1, also not after 2s.",
					"Install LeaderWorkerSet"),
			},
		},
	})
	if left := groups.leftovers(t, c); len(left) > 0 {
		t.Errorf("the apply that was refused made %v", left)
	}
}

// TestAccDirectSwitchesWorkload changes what runs the pods, here to the default of one host: the old workload is pruned.
func TestAccDirectSwitchesWorkload(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "switched", replicas: 2, direct: `workload = "LeaderWorkerSet"`}
	other := p
	other.direct = ""
	acctest.Test(t, resource.TestCase{
		CheckDestroy: goneWithoutTrace(t, c, p),
		Steps: []resource.TestStep{
			{Config: p.config(c), Check: podsRun(t, c, p)},
			{
				Config: other.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)},
					PostApplyPostRefresh: nothingPlanned,
				},
				Check: resource.ComposeAggregateTestCheckFunc(podsRun(t, c, other), func(*terraform.State) error {
					if c.Get(t, p.of(workerSetType)) != nil {
						return fmt.Errorf("the LeaderWorkerSet is still there")
					}
					selector := c.Field(t, p.of(serviceType), "spec", "selector")
					want := map[string]any{"app.kubernetes.io/name": p.name, "app.kubernetes.io/managed-by": "terraform-provider-inference"}
					return differs("selector of the Service", want, selector)
				}),
			},
		},
	})
}

// TestAccDirectForeignObject has a Service of somebody else where one is rendered: the
// apply fails without touching it and leaves nothing, and succeeds once the place is free.
func TestAccDirectForeignObject(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "occupied", replicas: 1, direct: `workload = "Deployment"`}
	inTheWay := map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": p.name + "-lb"},
		"spec": map[string]any{"ports": []any{map[string]any{"port": int64(80)}}},
	}
	var before *unstructured.Unstructured
	acctest.Test(t, resource.TestCase{
		CheckDestroy: goneWithoutTrace(t, c, p),
		Steps: []resource.TestStep{
			{
				PreConfig: func() {
					c.Create(t, p.of(serviceType), "kubectl-create", inTheWay)
					before = c.Get(t, p.of(serviceType))
				},
				Config:      p.config(c),
				ExpectError: regexp.MustCompile(`(?s)Object exists already.*Service.*default/occupied-lb.*"kubectl-create"`),
			},
			{
				PreConfig: func() {
					if diff := cmp.Diff(before, c.Get(t, p.of(serviceType))); diff != "" {
						t.Errorf("the Service of somebody else was changed (-before +after):\n%s", diff)
					}
					c.Delete(t, p.of(serviceType))
					if left := p.leftovers(t, c); len(left) > 0 {
						t.Errorf("the creation that failed left %v", left)
					}
				},
				Config:           p.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
				},
			},
		},
	})
}

var nothingPlanned = []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}

// goneWithoutTrace checks that a destroyed playground leaves nothing.
func goneWithoutTrace(t *testing.T, c *acctest.Cluster, p playground) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if left := p.leftovers(t, c); len(left) > 0 {
			return fmt.Errorf("%s left %v", p.name, left)
		}
		return nil
	}
}

// wantedArgs are the arguments of the model server.
func (p playground) wantedArgs() any {
	args := []any{"--model", "/workspace/models/models--Qwen--Qwen2.5-0.5B-Instruct"}
	for _, arg := range p.args {
		args = append(args, arg)
	}
	return args
}

// podsRun checks that as many pods as are configured are ready, all with the configured arguments.
func podsRun(t *testing.T, c *acctest.Cluster, p playground) resource.TestCheckFunc {
	return func(*terraform.State) error {
		pods := c.List(t, podType, "default", p.podSelector())
		if len(pods) != p.replicas {
			return fmt.Errorf("%d pods of %s run, not %d", len(pods), p.name, p.replicas)
		}
		for _, pod := range pods {
			if err := differs("arguments of pod "+pod.GetName(), p.wantedArgs(), runner(t, &pod, "spec")["args"]); err != nil {
				return err
			}
			if !podReady(&pod) {
				return fmt.Errorf("pod %s is not ready: %v", pod.GetName(), pod.Object["status"])
			}
		}
		return nil
	}
}

// podReady reports whether a pod receives requests.
func podReady(pod *unstructured.Unstructured) bool {
	conditions, _, _ := unstructured.NestedSlice(pod.Object, "status", "conditions")
	return slices.ContainsFunc(conditions, func(item any) bool {
		condition, ok := item.(map[string]any)
		return ok && condition["type"] == "Ready" && condition["status"] == "True"
	})
}

// differs is an error when a live value is not the wanted one.
func differs(what string, want, live any) error {
	if diff := cmp.Diff(want, live); diff != "" {
		return fmt.Errorf("%s: -want +live:\n%s", what, diff)
	}
	return nil
}
