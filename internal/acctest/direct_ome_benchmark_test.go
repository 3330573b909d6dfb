package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDirectBenchmark measures a server: the benchmark is ready once its Job is
// complete, another option makes another Job, another measurement another benchmark, and nothing
// is left in the end.
func TestAccDirectBenchmark(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	const address, name = "inference_benchmark_job.it", "measured"
	config := func(concurrency int, tokenizer string) string {
		return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_benchmark_job" "it" {
  metadata = { name = %q, namespace = "default" }
  spec = {
    endpoint                   = { endpoint = { url = "http://qwen.default.svc:8080", api_format = "openai", model_name = "qwen" } }
    task                       = "text-to-text"
    num_concurrency            = [%d]
    max_time_per_iteration     = 1
    max_requests_per_iteration = 1
    output_location            = { storage_uri = "s3://results/chat" }
  }
  direct   = { tokenizer = %q }
  timeouts = { create = "60s", update = "60s", delete = "60s" }
}
`, name, concurrency, tokenizer)
	}
	names := map[string]bool{}
	another := func(*terraform.State) error {
		job, err := onlyJob(t, c, name)
		if err != nil {
			return err
		}
		if names[job.GetName()] {
			return fmt.Errorf("the Job is still %s", job.GetName())
		}
		names[job.GetName()] = true
		return nil
	}
	ready := []statecheck.StateCheck{
		statecheck.ExpectKnownValue(address, tfjsonpath.New("ready"), knownvalue.Bool(true)),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0)),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("outcome"), knownvalue.ObjectExact(map[string]knownvalue.Check{
			"state": knownvalue.StringExact("Completed"), "start_time": knownvalue.NotNull(), "completion_time": knownvalue.NotNull(),
			"failure_message": knownvalue.Null(), "results": knownvalue.StringExact("s3://results/chat"),
			"summary": knownvalue.Null(), // the played kubelets have no logs
		})),
	}
	planned := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{
			PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)},
			PostApplyPostRefresh: nothingPlanned,
		}
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			return differs("what is left", []string(nil), madeIn(t, c, name, jobType, podType))
		},
		Steps: []resource.TestStep{
			{Config: config(1, "Qwen/Qwen3-8B"), ConfigPlanChecks: planned(plancheck.ResourceActionCreate), ConfigStateChecks: ready, Check: another},
			{Config: config(1, "Qwen/Qwen3-4B"), ConfigPlanChecks: planned(plancheck.ResourceActionUpdate), ConfigStateChecks: ready, Check: another},
			{Config: config(8, "Qwen/Qwen3-4B"), ConfigPlanChecks: planned(plancheck.ResourceActionReplace), ConfigStateChecks: ready, Check: another},
		},
	})
}
