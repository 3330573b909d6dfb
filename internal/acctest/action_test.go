package acctest_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/faults"
)

// invoke runs an action as Terraform 1.14 does, and returns what it told.
func invoke(t *testing.T, c *acctest.Cluster, mode, action string, config map[string]any) (string, error) {
	t.Helper()
	told, err := acctest.Core(t, map[string]any{"config_path": c.Kubeconfig, "mode": mode, "namespace": "default"}).Invoke(t.Context(), action, config)
	return strings.Join(told, "\n"), err
}

// nothingDrifted are the checks of a plan after which nothing is to be done or told.
func nothingDrifted(address string) ([]plancheck.PlanCheck, []statecheck.StateCheck) {
	return []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}, []statecheck.StateCheck{attributeIs(address, "drift", knownvalue.ListSizeExact(0))}
}

// TestAccActionRestart shows that the action replaces every pod of direct mode and waits for the new ones, and
// that the resource then has nothing to do and no drift.
func TestAccActionRestart(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for kind := range workloadTypes {
		t.Run(kind, func(t *testing.T) {
			p := playground{name: "act-restart-" + strings.ToLower(kind), replicas: 2, direct: fmt.Sprintf("workload = %q", kind)}
			var before []string
			plan, state := nothingDrifted(playgroundAddress)
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
				{Config: p.config(c), Check: func(*terraform.State) error { before = podsOf(t, c, selectorOf(t, c, p, kind)); return nil }},
				{
					PreConfig: func() {
						told, err := invoke(t, c, "direct", "inference_restart", map[string]any{"type": "inference_playground", "name": p.name, "timeout": "2m"})
						if err != nil || !strings.Contains(told, kind+" default/"+p.name+" replaces its pods") {
							t.Fatalf("%s: %v", told, err)
						}
						after := podsOf(t, c, selectorOf(t, c, p, kind))
						if len(before) != 2 || len(after) != 2 || slices.ContainsFunc(after, func(uid string) bool { return slices.Contains(before, uid) }) {
							t.Fatalf("the pods were %v and are %v\n%s", before, after, told)
						}
					},
					Config: p.config(c), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: plan}, ConfigStateChecks: state,
				},
			}})
		})
	}
}

// TestAccActionScale shows that the action scales to zero and back, that plans leave the number as it is, and
// that another configured number is applied all the same.
func TestAccActionScale(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for kind, plural := range workloadTypes {
		t.Run(kind, func(t *testing.T) {
			p := playground{name: "act-scale-" + strings.ToLower(kind), replicas: 2, direct: fmt.Sprintf("workload = %q", kind)}
			more := p
			more.replicas = 3
			scale := func(replicas int) func() {
				return func() {
					told, err := invoke(t, c, "direct", "inference_scale", map[string]any{"type": "inference_playground", "name": p.name, "replicas": replicas, "timeout": "2m"})
					if err != nil || !strings.Contains(told, fmt.Sprintf("is scaled to %d replicas", replicas)) {
						t.Fatalf("%s: %v", told, err)
					}
					if pods := podsOf(t, c, selectorOf(t, c, p, kind)); len(pods) != replicas {
						t.Fatalf("there are %d pods, want %d", len(pods), replicas)
					}
				}
			}
			scaled := acctest.ExpectDrift(playgroundAddress, acctest.Drift{
				Object: kind + "/" + p.name, Path: "spec.replicas", Class: "scaled",
				Manager: "terraform-provider-inference-action", Operation: "Update", Applied: "2", Live: "0",
			})
			running := func(want int64) resource.TestCheckFunc {
				return fieldIs(t, c, p.of(plural), want, []string{"spec", "replicas"})
			}
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
				{Config: p.config(c)},
				{PreConfig: scale(0), Config: p.config(c), Check: running(0), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{scaled, plancheck.ExpectEmptyPlan()}}},
				{PreConfig: scale(2), Config: p.config(c), Check: running(2), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}},
				{PreConfig: scale(0), Config: more.config(c), Check: running(3), ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned}},
				{Config: more.config(c), ConfigStateChecks: []statecheck.StateCheck{attributeIs(playgroundAddress, "drift", knownvalue.ListSizeExact(0))}},
			}})
		})
	}
}

// TestAccActionInOperatorMode shows that the action evicts the pods that an operator made one after the other and
// lets a disruption budget hold, that it scales the custom resource, and that the resource has nothing to do afterwards.
func TestAccActionInOperatorMode(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	const name = "act-operated"
	config := c.Provider("") + fmt.Sprintf(`
resource "inference_playground" "it" {
  metadata = { name = %q, namespace = "default" }
  spec     = { replicas = 3, model_claim = { model_name = "qwen" } }
}
`, name)
	playground := llmaz("playgrounds", "default", name)
	target := map[string]any{"type": "inference_playground", "name": name, "timeout": "2m"}
	plan, state := nothingDrifted(playgroundAddress)
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: config, Check: func(*terraform.State) error { playedPods(t, c, playground); return nil }},
		{
			PreConfig: func() {
				before := podsOf(t, c, "app="+name)
				told, err := invoke(t, c, "operator", "inference_restart", target)
				if err != nil || !strings.Contains(told, "is evicted, 3 of 3") {
					t.Fatalf("%s: %v", told, err)
				}
				after := podsOf(t, c, "app="+name)
				if len(before) != 3 || len(after) != 3 || slices.ContainsFunc(after, func(uid string) bool { return slices.Contains(before, uid) }) {
					t.Fatalf("the pods were %v and are %v\n%s", before, after, told)
				}
			},
			Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: plan}, ConfigStateChecks: state,
		},
		{
			PreConfig: func() {
				budget := acctest.Object{Resource: budgetType, Namespace: "default", Name: name}
				c.Create(t, budget, "admin", map[string]any{
					"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": map[string]any{"name": name, "namespace": "default"},
					"spec": map[string]any{"maxUnavailable": int64(0), "selector": map[string]any{"matchLabels": map[string]any{"app": name}}},
				})
				defer c.Delete(t, budget)
				before := podsOf(t, c, "app="+name)
				held := maps.Clone(target)
				held["timeout"] = "3s"
				told, err := invoke(t, c, "operator", "inference_restart", held)
				if err == nil || !strings.Contains(err.Error(), "0 of 3 pods of Playground default/"+name+" were replaced") || !slices.Equal(before, podsOf(t, c, "app="+name)) {
					t.Fatalf("%s: %v", told, err)
				}
			},
			Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: plan},
		},
		{
			PreConfig: func() {
				scale := maps.Clone(target)
				scale["replicas"] = 2
				if told, err := invoke(t, c, "operator", "inference_scale", scale); err != nil {
					t.Fatalf("%s: %v", told, err)
				}
			},
			Config: config, Check: fieldIs(t, c, playground, int64(2), []string{"spec", "replicas"}),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(playgroundAddress, acctest.Drift{
				Object: "Playground/" + name, Path: "spec.replicas", Class: "scaled",
				Manager: "terraform-provider-inference-action", Operation: "Update", Applied: "3", Live: "2",
			})}},
		},
	}})
}

// playedPods makes what llmaz would make of a playground: a workload that belongs to it, with three pods.
func playedPods(t *testing.T, c *acctest.Cluster, playground acctest.Object) {
	t.Helper()
	owner, labels := c.Get(t, playground), map[string]any{"app": playground.Name}
	made := acctest.Object{Resource: deploymentType, Namespace: "default", Name: playground.Name}
	c.Create(t, made, "llmaz", map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": made.Name, "namespace": made.Namespace, "ownerReferences": []any{map[string]any{
			"apiVersion": owner.GetAPIVersion(), "kind": owner.GetKind(), "name": owner.GetName(), "uid": string(owner.GetUID()),
		}}},
		"spec": map[string]any{
			"replicas": int64(3), "selector": map[string]any{"matchLabels": labels},
			"template": map[string]any{
				"metadata": map[string]any{"labels": labels},
				"spec":     map[string]any{"containers": []any{map[string]any{"name": "main", "image": "example.org/server"}}},
			},
		},
	})
	err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		ready, _ := c.Field(t, made, "status", "readyReplicas").(int64)
		return ready == 3, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// podsOf are the UIDs of pods.
func podsOf(t *testing.T, c *acctest.Cluster, selector string) []string {
	t.Helper()
	var out []string
	for _, pod := range c.List(t, podType, "default", selector) {
		out = append(out, string(pod.GetUID()))
	}
	slices.Sort(out)
	return out
}

// TestAccActionOnBusyObject shows that an action whose patch meets a conflict changes its one field at the next attempt,
// and nothing else of the object that it has read for it.
func TestAccActionOnBusyObject(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	proxy := faults.New(t, c.Kubeconfig)
	core := acctest.Core(t, map[string]any{"host": proxy.URL, "cluster_ca_certificate": proxy.CA, "mode": "direct"})
	f := faulty{name: "act-busy", mode: "direct", cluster: c, proxy: proxy, resource: core.Resource("inference_playground")}
	config := f.config(t, "first")
	config["spec"].(map[string]any)["replicas"] = 1
	if err := f.resource.Apply(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	deployed := playground{name: f.name}.of(deploymentType)
	before := c.Get(t, deployed)
	for n, patches := 0, 1; patches < 2; n++ {
		if n == 50 {
			t.Fatal("no patch met the conflict")
		}
		proxy.Arm(faults.Busy, n)
		told, err := core.Invoke(t.Context(), "inference_scale", map[string]any{"type": "inference_playground", "name": f.name, "replicas": 0, "timeout": "2m"})
		patches = 0
		for _, request := range proxy.Disarm() {
			if strings.HasPrefix(request, "PATCH ") {
				patches++
			}
		}
		if err != nil {
			t.Fatalf("%v: %s", err, told)
		}
		after := c.Get(t, deployed)
		unstructured.RemoveNestedField(after.Object, "spec", "replicas")
		wanted := before.DeepCopy()
		unstructured.RemoveNestedField(wanted.Object, "spec", "replicas")
		if diff := cmp.Diff(wanted.Object["spec"], after.Object["spec"]); diff != "" {
			t.Fatalf("the action changes other fields (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(before.GetLabels(), after.GetLabels()); diff != "" {
			t.Fatalf("the action changes labels (-before +after):\n%s", diff)
		}
	}
	if live := c.Field(t, deployed, "spec", "replicas"); live != int64(0) {
		t.Errorf("the replicas are %v, want 0", live)
	}
	if err := f.resource.Apply(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// TestAccActionOutOfTime has actions whose time is over before the pods are ready fail, so that nothing that they trigger goes on.
func TestAccActionOutOfTime(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "act-late", replicas: 1, gated: true, body: `wait = { until = "accepted" }`}
	operated := c.Provider("") + `
resource "inference_playground" "it" {
  metadata = { name = "act-late-operated", namespace = "default", annotations = { "localcluster/outcome" = "never" } }
  spec     = { replicas = 1, model_claim = { model_name = "qwen" } }
  wait     = { until = "accepted" }
}
`
	for name, tc := range map[string]struct{ config, mode, action, object string }{
		"scale":    {p.config(c), "direct", "inference_scale", p.name},
		"restart":  {p.config(c), "direct", "inference_restart", p.name},
		"operated": {operated, "operator", "inference_scale", "act-late-operated"},
	} {
		t.Run(name, func(t *testing.T) {
			config := map[string]any{"type": "inference_playground", "name": tc.object, "timeout": "12s"}
			if tc.action == "inference_scale" {
				config["replicas"] = 2
			}
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{{Config: tc.config, Check: func(*terraform.State) error {
				told, err := invoke(t, c, tc.mode, tc.action, config)
				if err == nil || !strings.Contains(err.Error(), "Action did not finish") || !strings.Contains(err.Error(), "raise timeout") {
					return fmt.Errorf("the action says %q and ends with %w", told, err)
				}
				return nil
			}}}})
		})
	}
}
