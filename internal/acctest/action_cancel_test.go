package acctest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

const benchmarkAddress = "inference_benchmark_job.it"

// benchmark configures a benchmark, whose pods never start where the image is that of a pending pod.
func benchmark(c *acctest.Cluster, mode, name, image, annotation, body string) string {
	return c.Provider("") + fmt.Sprintf(`
resource "inference_benchmark_job" "it" {
  metadata = { name = %q, namespace = "default", annotations = { "localcluster/outcome" = %q } }
  mode     = %q
  spec = {
    endpoint                   = { endpoint = { url = "http://qwen.default.svc:8080", api_format = "openai", model_name = "qwen" } }
    task                       = "text-to-text"
    max_time_per_iteration     = 1
    max_requests_per_iteration = 1
    output_location            = { storage_uri = "s3://results/chat" }
    pod_override               = { image = %q }
  }
  timeouts = { create = "60s", update = "60s", delete = "60s" }
  %s
}
`, name, annotation, mode, image, body)
}

const (
	neverStarts = "example.org/localcluster/pending:v1"
	succeeds    = "example.org/genai-bench:v1"
	tokenizer   = "direct = { tokenizer = \"Qwen/Qwen3-8B\" }\n"
	unawaited   = "wait = { until = \"accepted\" }\n"
)

func outcomeIs(field string, want knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(benchmarkAddress, tfjsonpath.New("outcome").AtMapKey(field), want)
}

// TestAccActionCancel shows that a benchmark of direct mode that runs is stopped and stays so, and that one which
// has ended is left alone.
func TestAccActionCancel(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	runs := benchmark(c, "direct", "act-cancelled", neverStarts, "", tokenizer+unawaited)
	awaited := strings.Replace(benchmark(c, "direct", "act-awaited", neverStarts, "", tokenizer), `create = "60s"`, `create = "6s"`, 1)
	ended := benchmark(c, "direct", "act-ended", succeeds, "", tokenizer)
	cancel := func(name, want string) func() {
		return func() {
			told, err := invoke(t, c, "direct", "inference_cancel_benchmark", map[string]any{"type": "inference_benchmark_job", "name": name, "timeout": "60s"})
			if err != nil || !strings.Contains(told, want) {
				t.Fatalf("%s: %v, want %s", told, err, want)
			}
		}
	}
	plan, state := nothingDrifted(benchmarkAddress)
	t.Run("running", func(t *testing.T) {
		acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
			{Config: runs},
			{
				PreConfig: cancel("act-cancelled", "Suspended=True"), Config: runs,
				ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: plan},
				ConfigStateChecks: append(state, outcomeIs("state", knownvalue.StringExact("Suspended"))),
				Check: func(*terraform.State) error {
					for _, pod := range c.List(t, podType, "default", "") {
						if strings.HasPrefix(pod.GetName(), "act-cancelled") {
							return fmt.Errorf("the pod %s is left", pod.GetName())
						}
					}
					return nil
				},
			},
		}})
	})
	t.Run("awaited", func(t *testing.T) {
		acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
			{Config: awaited, ExpectNonEmptyPlan: true}, // The next apply would go on to wait.
			{
				PreConfig: cancel("act-awaited", "Suspended=True"), Config: awaited,
				ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: plan},
				ConfigStateChecks: append(state, outcomeIs("state", knownvalue.StringExact("Suspended"))),
			},
		}})
	})
	t.Run("ended", func(t *testing.T) {
		acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
			{Config: ended},
			{
				PreConfig: cancel("act-ended", "Nothing to cancel"), Config: ended,
				ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: plan},
				ConfigStateChecks: append(state, outcomeIs("state", knownvalue.StringExact("Completed"))),
			},
		}})
	})
}

// TestAccActionCancelOperated shows that the action suspends the Job that OME made, and that nobody waits for it afterwards.
func TestAccActionCancelOperated(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, omeNewest)
	const name = "act-operated-benchmark"
	config := strings.Replace(benchmark(c, "operator", name, succeeds, "never", ""), `create = "60s"`, `create = "6s"`, 1)
	job := acctest.Object{Resource: jobType, Namespace: "default", Name: name}
	object := ome("benchmarkjobs", "default")
	object.Name = name
	target := map[string]any{"type": "inference_benchmark_job", "name": name, "timeout": "60s"}
	plan, state := nothingDrifted(benchmarkAddress)
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: config, ExpectNonEmptyPlan: true}, // The next apply would go on to wait.
		{
			PreConfig: func() {
				if _, err := invoke(t, c, "operator", "inference_cancel_benchmark", target); err == nil || !strings.Contains(err.Error(), "has no Job in the cluster") {
					t.Fatalf("nothing is said of a Job that is not there: %v", err)
				}
				owner := c.Get(t, object)
				c.Create(t, job, "manager", map[string]any{
					"apiVersion": "batch/v1", "kind": "Job",
					"metadata": map[string]any{"name": name, "namespace": "default", "ownerReferences": []any{map[string]any{
						"apiVersion": owner.GetAPIVersion(), "kind": owner.GetKind(), "name": name, "uid": string(owner.GetUID()),
					}}},
					"spec": map[string]any{"backoffLimit": int64(0), "template": map[string]any{"spec": map[string]any{
						"restartPolicy": "Never", "containers": []any{map[string]any{"name": "genai-bench", "image": neverStarts}},
					}}},
				})
				if told, err := invoke(t, c, "operator", "inference_cancel_benchmark", target); err != nil {
					t.Fatalf("%s: %v", told, err)
				}
			},
			Config: config, Check: fieldIs(t, c, job, true, []string{"spec", "suspend"}),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: plan}, ConfigStateChecks: state,
		},
	}})
}

// TestAccOperatorOutcome follows what OME reports of a benchmark into the state: that it runs, that it has
// completed, and that another has failed.
func TestAccOperatorOutcome(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, omeNewest)
	const name, failing = "outcome-of-ome", "outcome-of-ome-failing"
	object := ome("benchmarkjobs", "default")
	object.Name = name
	running := func() {
		err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
			return c.Field(t, object, "status", "state") == "Running", nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	ends := func(state string, failure knownvalue.Check, completed knownvalue.Check) []statecheck.StateCheck {
		return []statecheck.StateCheck{statecheck.ExpectKnownValue(benchmarkAddress, tfjsonpath.New("outcome"), knownvalue.ObjectExact(map[string]knownvalue.Check{
			"state": knownvalue.StringExact(state), "start_time": knownvalue.NotNull(), "completion_time": completed,
			"failure_message": failure, "results": knownvalue.StringExact("s3://results/chat"), "summary": knownvalue.Null(),
		}))}
	}
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: benchmark(c, "operator", name, succeeds, "never", unawaited)},
		{PreConfig: running, Config: benchmark(c, "operator", name, succeeds, "never", unawaited), ConfigStateChecks: ends("Running", knownvalue.Null(), knownvalue.Null())},
		{
			Config:            benchmark(c, "operator", name, succeeds, "", ""),
			ConfigStateChecks: append(ends("Completed", knownvalue.Null(), knownvalue.NotNull()), attributeIs(benchmarkAddress, "ready", knownvalue.Bool(true))),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
		},
	}})
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{{
		Config:             benchmark(c, "operator", failing, succeeds, "abort", ""),
		ConfigStateChecks:  append(ends("Failed", knownvalue.StringExact("Job has reached the specified backoff limit"), knownvalue.Null()), attributeIs(benchmarkAddress, "ready", knownvalue.Bool(false))),
		ExpectNonEmptyPlan: true,
	}}})
}
