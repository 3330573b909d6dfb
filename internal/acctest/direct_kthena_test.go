package acctest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// servingGroups configures either kind of Kthena in direct mode: groups of prefill pods
// and of pairs that decode.
type servingGroups struct {
	// kind is the type of the resource without the provider's prefix.
	kind, name      string
	groups, prefill int
	seed            int
	// scheduler is that of the pods, "default-scheduler" unless it is set.
	scheduler string
	// template, direct and body are further lines of `spec.template`, `direct` and of the resource.
	template, direct, body string
}

func (g servingGroups) address() string { return "inference_" + g.kind + ".it" }

func (g servingGroups) config(c *acctest.Cluster) string {
	if g.scheduler == "" {
		g.scheduler = "default-scheduler"
	}
	return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
locals {
  pod = { spec = { containers = [{ name = "engine", image = "example.org/server", args = ["--seed=%[1]d"] }] } }
}

resource "inference_%[2]s" "it" {
  metadata = { name = %[3]q, namespace = "default" }
  spec = {
    replicas       = %[4]d
    scheduler_name = %[5]q
    template = {
      roles = [
        { name = "prefill", replicas = %[6]d, worker_replicas = 0, entry_template = local.pod },
        { name = "decode", worker_replicas = 1, entry_template = local.pod, worker_template = local.pod },
      ]
      %[7]s
    }
  }
  direct = {
    %[8]s
  }
  timeouts = { create = "3m", update = "3m", delete = "3m" }
  %[9]s
}
`, g.seed, g.kind, g.name, g.groups, g.scheduler, g.prefill, g.template, g.direct, g.body)
}

// set is the place of the LeaderWorkerSet of a role in a group.
func (g servingGroups) set(group int, role string) acctest.Object {
	return acctest.Object{Resource: workerSetType, Namespace: "default", Name: fmt.Sprintf("%s-%d-%s", g.name, group, role)}
}

// deployment is the place of the Deployment of a role in a group.
func (g servingGroups) deployment(group int, role string) acctest.Object {
	o := g.set(group, role)
	o.Resource = deploymentType
	return o
}

// settled is the name of a pod, without what is at random in those of the Deployments of prefill pods.
func settled(pod unstructured.Unstructured) string {
	if before, _, ok := strings.Cut(pod.GetName(), "-prefill-"); ok {
		return before + "-prefill"
	}
	return pod.GetName()
}

// pods are the names of the pods there should be.
func (g servingGroups) pods() []string {
	var names []string
	for group := range g.groups {
		for range g.prefill {
			names = append(names, fmt.Sprintf("%s-%d-prefill", g.name, group))
		}
		pair := fmt.Sprintf("%s-%d-decode-0", g.name, group)
		names = append(names, pair, pair+"-1")
	}
	slices.Sort(names)
	return names
}

// run checks that exactly the wanted pods run, each with the configured arguments.
func (g servingGroups) run(t *testing.T, c *acctest.Cluster) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var names []string
		for _, pod := range c.List(t, podType, "default", "modelserving.volcano.sh/name="+g.name) {
			names = append(names, settled(pod))
			want := []any{fmt.Sprintf("--seed=%d", g.seed)}
			if err := differs("arguments of pod "+pod.GetName(), want, engine(t, pod)["args"]); err != nil {
				return err
			}
		}
		slices.Sort(names)
		return differs("pods", g.pods(), names)
	}
}

// engine is the container of a pod.
func engine(t *testing.T, pod unstructured.Unstructured) map[string]any {
	t.Helper()
	containers, _, err := unstructured.NestedSlice(pod.Object, "spec", "containers")
	if err != nil || len(containers) != 1 {
		t.Fatalf("pod %s has not one container (%v): %v", pod.GetName(), err, containers)
	}
	return containers[0].(map[string]any)
}

// findEachOther checks what a worker knows of its instance, and whom the Services lead to.
func (g servingGroups) findEachOther(t *testing.T, c *acctest.Cluster) resource.TestCheckFunc {
	return func(*terraform.State) error {
		pair := g.name + "-0-decode-0"
		worker := c.Get(t, acctest.Object{Resource: podType, Namespace: "default", Name: pair + "-1"})
		var got []string
		env, _ := engine(t, *worker)["env"].([]any)
		for _, item := range env {
			v, _ := item.(map[string]any)
			got = append(got, fmt.Sprintf("%v=%v", v["name"], v["value"]))
		}
		want := []string{
			"LWS_LEADER_ADDRESS=" + pair + "." + g.name + "-0-decode.default", "LWS_GROUP_SIZE=2", "LWS_WORKER_INDEX=1",
			"GROUP_SIZE=2", "ENTRY_ADDRESS=$(LWS_LEADER_ADDRESS)", "WORKER_INDEX=$(LWS_WORKER_INDEX)",
		}
		if err := differs("environment of a worker", want, got); err != nil {
			return err
		}
		for service, pods := range map[string][]string{
			g.name:      {g.name + "-0-prefill", g.name + "-1-prefill"},
			pair + "-0": {pair},
		} {
			if err := differs("pods behind the Service "+service, pods, g.behind(t, c, service)); err != nil {
				return err
			}
		}
		return nil
	}
}

// behind returns the names of the pods that a Service selects.
func (g servingGroups) behind(t *testing.T, c *acctest.Cluster, service string) []string {
	t.Helper()
	selector, _ := c.Field(t, acctest.Object{Resource: serviceType, Namespace: "default", Name: service}, "spec", "selector").(map[string]any)
	set := labels.Set{}
	for key, value := range selector {
		set[key] = fmt.Sprint(value)
	}
	var names []string
	for _, pod := range c.List(t, podType, "default", set.String()) {
		names = append(names, settled(pod))
	}
	slices.Sort(names)
	return names
}

// gone checks that nothing is left.
func (g servingGroups) gone(t *testing.T, c *acctest.Cluster) resource.TestCheckFunc {
	return func(*terraform.State) error {
		for _, of := range []schema.GroupVersionResource{podType, serviceType, statefulSetType, workerSetType, deploymentType, replicaSetType} {
			for _, item := range c.List(t, of, "default", "") {
				if strings.HasPrefix(item.GetName(), g.name) {
					return fmt.Errorf("%s %s is left", of.Resource, item.GetName())
				}
			}
		}
		return nil
	}
}

// TestAccDirectKthena takes both kinds of Kthena through their life without an operator:
// they serve, have nothing to plan, scale their groups and roles, roll out a change, are
// repaired and go without a trace.
func TestAccDirectKthena(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	for _, kind := range []string{"model_serving", "model_infer"} {
		t.Run(kind, func(t *testing.T) {
			first := servingGroups{
				kind: kind, name: "direct-" + strings.TrimPrefix(kind, "model_"), groups: 2, prefill: 1, seed: 1,
				direct: "entry_services = true\n    service = { port = 8000 }",
			}
			scaled := first
			scaled.groups, scaled.prefill = 1, 2
			rolled := scaled
			rolled.seed = 2
			edited, deleted := rolled.deployment(0, "prefill"), rolled.set(0, "decode")
			byHand := acctest.ExpectDrift(first.address(), acctest.Drift{
				Object: "Deployment/" + edited.Name, Path: "spec.replicas", Class: "changed", Manager: "kubectl-edit", Operation: "Update", Applied: "2", Live: "1",
			})
			acctest.Test(t, resource.TestCase{
				CheckDestroy: first.gone(t, c),
				Steps: []resource.TestStep{
					{
						Config:           first.config(c),
						ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
						ConfigStateChecks: []statecheck.StateCheck{
							statecheck.ExpectKnownValue(first.address(), tfjsonpath.New("ready"), knownvalue.Bool(true)),
							statecheck.ExpectKnownValue(first.address(), tfjsonpath.New("endpoint"), knownvalue.StringExact("http://"+first.name+".default.svc:8000")),
							statecheck.ExpectKnownValue(first.address(), tfjsonpath.New("rendered"), knownvalue.MapSizeExact(7)),
						},
						Check: resource.ComposeAggregateTestCheckFunc(first.run(t, c), first.findEachOther(t, c)),
					},
					updates(scaled.address(), scaled.config(c), nil, scaled.run(t, c)),
					updates(rolled.address(), rolled.config(c), nil, rolled.run(t, c)),
					updates(rolled.address(), rolled.config(c), func() { c.Edit(t, edited, "kubectl-edit", `{"spec":{"replicas":1}}`) }, rolled.run(t, c), byHand),
					updates(rolled.address(), rolled.config(c), func() { c.Delete(t, deleted) }, rolled.run(t, c)),
				},
			})
		})
	}
}

// updates is a step that plans and makes an update in place, after which the resource is ready.
func updates(address, config string, before func(), check resource.TestCheckFunc, planned ...plancheck.PlanCheck) resource.TestStep {
	return resource.TestStep{
		PreConfig: before, Config: config, Check: check,
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply:             append(planned, plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
			PostApplyPostRefresh: nothingPlanned,
		},
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("ready"), knownvalue.Bool(true))},
	}
}

// TestAccDirectKthenaGang applies PodGroups where nobody schedules them, and changes in
// place what a ModelServing could never change, the kind of a workload among it.
func TestAccDirectKthenaGang(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	defer definePodGroups(t, c)()
	g := servingGroups{
		kind: "model_serving", name: "gang", groups: 1, prefill: 2, seed: 1, scheduler: "volcano",
		template: "gang_policy = { min_role_replicas = { prefill = 1 } }", body: `wait = { until = "accepted" }`,
	}
	more, none := g, g
	more.template = "gang_policy = { min_role_replicas = { prefill = 2 } }"
	none.template, none.direct = "", `gang = "None"`
	podGroup := acctest.Object{Resource: podGroupType, Namespace: "default", Name: "gang-0"}
	member := func(want any) resource.TestCheckFunc {
		return fieldIs(t, c, g.set(0, "decode"), want,
			[]string{"spec", "leaderWorkerTemplate", "workerTemplate", "metadata", "annotations", "scheduling.k8s.io/group-name"})
	}
	inPlace := resource.ConfigPlanChecks{
		PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(g.address(), plancheck.ResourceActionUpdate)},
		PostApplyPostRefresh: nothingPlanned,
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: g.gone(t, c),
		Steps: []resource.TestStep{
			{
				Config: g.config(c), ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
				Check: resource.ComposeAggregateTestCheckFunc(fieldIs(t, c, podGroup, int64(3), []string{"spec", "minMember"}), member("gang-0")),
			},
			{Config: more.config(c), ConfigPlanChecks: inPlace, Check: fieldIs(t, c, podGroup, int64(4), []string{"spec", "minMember"})},
			{
				Config: none.config(c), ConfigPlanChecks: inPlace,
				Check: resource.ComposeAggregateTestCheckFunc(member(nil), func(*terraform.State) error {
					for _, gone := range []acctest.Object{podGroup, g.set(0, "prefill")} {
						if c.Get(t, gone) != nil {
							return fmt.Errorf("%s %s of the gang is still there", gone.Resource.Resource, gone.Name)
						}
					}
					if c.Get(t, g.deployment(0, "prefill")) == nil {
						return fmt.Errorf("the prefill pods have no Deployment once nothing counts them as a gang")
					}
					return nil
				}),
			},
			{
				Config:      strings.Replace(g.config(c), "direct = {", `direct = { gang = "None"`, 1),
				ExpectError: regexp.MustCompile(`(?s)direct\.gang.*how\s+its\s+groups\s+are\s+scheduled\s+as\s+gangs`),
			},
		},
	})
}

var podGroupType = schema.GroupVersionResource{Group: "scheduling.volcano.sh", Version: "v1beta1", Resource: "podgroups"}

// definePodGroups makes the cluster serve PodGroups of any shape.
func definePodGroups(t *testing.T, c *acctest.Cluster) (remove func()) {
	t.Helper()
	return define(t, c, podGroupType, "PodGroup")
}

// define makes the cluster serve a type, with objects of any shape.
func define(t *testing.T, c *acctest.Cluster, resource schema.GroupVersionResource, kind string) (remove func()) {
	t.Helper()
	definitions := schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	o := acctest.Object{Resource: definitions, Name: resource.Resource + "." + resource.Group}
	c.Create(t, o, "acctest", map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": o.Name, "annotations": map[string]any{"api-approved.kubernetes.io": "unapproved, for a test"}},
		"spec": map[string]any{
			"group": resource.Group, "scope": "Namespaced",
			"names": map[string]any{"kind": kind, "listKind": kind + "List", "plural": resource.Resource, "singular": strings.ToLower(kind)},
			"versions": []any{map[string]any{
				"name": resource.Version, "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
			}},
		},
	})
	return func() { c.Delete(t, o) }
}
