package acctest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccRestart shows that another trigger replaces the pods of a running workload, that the
// plan says so, and that the same one does not.
func TestAccRestart(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for kind := range workloadTypes {
		t.Run(kind, func(t *testing.T) {
			p := playground{name: "restart-" + strings.ToLower(kind), replicas: 1, direct: fmt.Sprintf("workload = %q", kind)}
			with := func(trigger string) string {
				p.body = "restart_trigger = \"" + trigger + "\""
				return p.config(c)
			}
			var first string
			uid := func(*terraform.State) error {
				pods := c.List(t, podType, "default", selectorOf(t, c, p, kind))
				if len(pods) != 1 {
					return fmt.Errorf("there are %d pods", len(pods))
				}
				if string(pods[0].GetUID()) == first {
					return fmt.Errorf("the pod is still %s", first)
				}
				first = string(pods[0].GetUID())
				return nil
			}
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
				{Config: with("2026-01"), Check: uid, ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned}},
				{
					Config: with("2026-02"), Check: uid,
					ConfigPlanChecks: resource.ConfigPlanChecks{
						PreApply: []plancheck.PlanCheck{
							plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate),
							plancheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("planned_disruption").AtMapKey("attributes"),
								knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("restart_trigger")})),
						},
						PostApplyPostRefresh: nothingPlanned,
					},
					ConfigStateChecks: []statecheck.StateCheck{attributeIs(playgroundAddress, "ready", knownvalue.Bool(true))},
				},
			}})
		})
	}
}

// selectorOf selects the pods of a playground's workload.
func selectorOf(t *testing.T, c *acctest.Cluster, p playground, kind string) string {
	t.Helper()
	if kind == "LeaderWorkerSet" {
		return "leaderworkerset.sigs.k8s.io/name=" + p.name
	}
	labels, _ := c.Field(t, p.of(deploymentType), "spec", "selector", "matchLabels").(map[string]any)
	var out []string
	for key, value := range labels {
		out = append(out, fmt.Sprintf("%s=%v", key, value))
	}
	return strings.Join(out, ",")
}

// TestAccPaused shows that a workload is scaled to zero without its autoscaler, and comes back as it was.
func TestAccPaused(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "paused", replicas: 2, direct: `workload = "Deployment"`}
	with := func(lines string) string {
		p.body = lines
		return p.config(c)
	}
	running := func(want int) resource.TestCheckFunc {
		return func(*terraform.State) error {
			pods := c.List(t, podType, "default", selectorOf(t, c, p, "Deployment"))
			if len(pods) != want || c.Get(t, p.of(serviceType)) == nil {
				return fmt.Errorf("there are %d pods, want %d, and the Service stays", len(pods), want)
			}
			return nil
		}
	}
	effect := func(want string) plancheck.PlanCheck {
		return plancheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("planned_disruption").AtMapKey("effect"), knownvalue.StringExact(want))
	}
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: with(""), Check: running(2)},
		{
			Config: with("paused = true"), Check: fieldIs(t, c, p.of(deploymentType), int64(0), []string{"spec", "replicas"}),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{effect("unavailable")}, PostApplyPostRefresh: nothingPlanned},
		},
		{
			Config: with("paused = false"), Check: running(2),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{effect("none")}, PostApplyPostRefresh: nothingPlanned},
			ConfigStateChecks: []statecheck.StateCheck{attributeIs(playgroundAddress, "ready", knownvalue.Bool(true))},
		},
	}})
}

// TestAccCancelledBenchmark shows that a benchmark is cancelled by suspending its Job, and runs once it no longer is.
func TestAccCancelledBenchmark(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	const address, name = "inference_benchmark_job.it", "cancelled"
	config := func(lines string) string {
		return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_benchmark_job" "it" {
  metadata = { name = %q, namespace = "default" }
  spec = {
    endpoint                   = { endpoint = { url = "http://qwen.default.svc:8080", api_format = "openai", model_name = "qwen" } }
    task                       = "text-to-text"
    max_time_per_iteration     = 1
    max_requests_per_iteration = 1
    output_location            = { storage_uri = "s3://results/chat" }
  }
  direct = { tokenizer = "Qwen/Qwen3-8B" }
  %s
}
`, name, lines)
	}
	suspended := func(want bool) resource.TestCheckFunc {
		return func(*terraform.State) error {
			jobs := slices.DeleteFunc(c.List(t, jobType, "default", ""), func(job unstructured.Unstructured) bool { return !strings.HasPrefix(job.GetName(), name) })
			if len(jobs) != 1 {
				return fmt.Errorf("there are %d Jobs", len(jobs))
			}
			spec, _ := jobs[0].Object["spec"].(map[string]any)
			if got, _ := spec["suspend"].(bool); got != want {
				return fmt.Errorf("the Job is suspended: %t, want %t", got, want)
			}
			return nil
		}
	}
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{
			Config: config("paused = true"), Check: suspended(true),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
			ConfigStateChecks: []statecheck.StateCheck{attributeIs(address, "ready", knownvalue.Bool(false))},
		},
		{
			Config: config(""), Check: suspended(false),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
			ConfigStateChecks: []statecheck.StateCheck{attributeIs(address, "ready", knownvalue.Bool(true))},
		},
	}})
}

// TestAccPausedAutoscaled shows that a pause also stops what the controller of HorizontalPodAutoscalers has scaled, that
// this one does not undo it, and that it goes on from its least number afterwards.
func TestAccPausedAutoscaled(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "paused-autoscaled", replicas: 1, direct: `workload = "Deployment"`, spec: strings.Replace(elastic, "min_replicas = 1", "min_replicas = 2", 1)}
	with := func(lines string) string {
		p.body = lines
		return p.config(c)
	}
	autoscaled := func() {
		err := wait.PollUntilContextTimeout(t.Context(), 200*time.Millisecond, 2*time.Minute, true, func(context.Context) (bool, error) {
			ready, _ := c.Field(t, p.of(deploymentType), "status", "readyReplicas").(int64)
			return ready == 2, nil
		})
		if err != nil {
			t.Fatalf("the autoscaler does not set its least number: %v", err)
		}
	}
	stopped := func(*terraform.State) error {
		if replicas := c.Field(t, p.of(deploymentType), "spec", "replicas"); replicas != int64(0) || c.Get(t, p.of(autoscalerType)) != nil {
			return fmt.Errorf("%v replicas are wanted, and no autoscaler", replicas)
		}
		return nil
	}
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: with("")},
		{
			PreConfig: autoscaled, Config: with(""),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(playgroundAddress, acctest.Drift{
				Object: "Deployment/" + p.name, Path: "spec.replicas", Class: "scaled",
				Manager: "localcluster", Operation: "Update", Applied: "1", Live: "2",
			})}},
		},
		{Config: with("paused = true"), Check: stopped, ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned}},
		{
			PreConfig: func() { c.Scale(t, p.of(deploymentType), "someone", 3) }, Config: with("paused = true"), Check: stopped,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate)}, PostApplyPostRefresh: nothingPlanned},
		},
		{Config: with("paused = false")},
		{PreConfig: autoscaled, Config: with("paused = false"), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}},
	}})
}
