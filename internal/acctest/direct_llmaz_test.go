package acctest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// spread is a model that two hosts serve together, with the resource that serves it.
type spread struct {
	// address is the resource, body what it has beside its name.
	address, body string
	// leader and worker are the commands of the two hosts.
	leader, worker []any
}

// spreads are two groups of two hosts each, of an engine whose version is a verb of fmt.
var spreads = map[string]spread{
	"playground": {
		address: "inference_playground.it",
		body: `spec = {
    replicas               = 2
    model_claim            = { model_name = inference_open_model.it.metadata.name }
    backend_runtime_config = { backend_name = inference_backend_runtime.it.metadata.name, version = %q }
  }
  references = [inference_open_model.it.manifest, inference_backend_runtime.it.manifest]`,
		leader: []any{"sh", "-c", "lead --tp 8 --pp 2"},
		worker: []any{"sh", "-c", "work"},
	},
	"service": {
		address: "inference_service.it",
		body: `spec = {
    replicas     = 2
    model_claims = { models = [{ name = inference_open_model.it.metadata.name }] }
    workload_template = {
      size            = 2
      leader_template = { spec = { containers = [merge(local.engine, { command = ["lead"], ports = [{ container_port = 8080 }] })] } }
      worker_template = { spec = { containers = [merge(local.engine, { command = ["work"] })] } }
    }
  }
  references = [inference_open_model.it.manifest]
}

locals {
  engine = { name = "model-runner", image = "example.org/server:${%q}" }`,
		leader: []any{"lead"},
		worker: []any{"work"},
	},
}

func (s spread) config(c *acctest.Cluster, name, version string) string {
	kind := s.address[:len(s.address)-len(".it")]
	return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = %[1]q }
  spec = {
    family_name      = "qwen3"
    source           = { model_hub = { model_id = "Qwen/Qwen3-235B-A22B" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" }, params = { TP = "8", PP = "2" } }] }
  }
}

resource "inference_backend_runtime" "it" {
  metadata = { name = %[1]q }
  spec = {
    image = "example.org/server", version = "v0"
    multi_host_commands = { leader = ["sh", "-c", "lead\n"], worker = ["sh", "-c", "work"] }
    recommended_configs = [{ name = "model-parallelism", args = ["--tp", "{{ .TP }}", "--pp", "{{ .PP }}"] }]
  }
}

resource %[2]q "it" {
  metadata = { name = %[1]q, namespace = "default" }
  timeouts = { create = "180s", update = "180s", delete = "120s" }
  `, name, kind) + fmt.Sprintf(s.body, version) + "\n}\n"
}

// TestAccDirectHosts takes a model on two hosts through its life without an operator: its
// groups serve, have nothing to plan, roll out a change, come back when somebody deletes
// them, and go without a trace.
func TestAccDirectHosts(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for name, s := range spreads {
		t.Run(name, func(t *testing.T) {
			p := playground{name: "hosts-" + name}
			ready := []statecheck.StateCheck{
				statecheck.ExpectKnownValue(s.address, tfjsonpath.New("ready"), knownvalue.Bool(true)),
				statecheck.ExpectKnownValue(s.address, tfjsonpath.New("endpoint"), knownvalue.StringExact("http://"+p.name+"-lb.default.svc:8080")),
			}
			changes := resource.ConfigPlanChecks{
				PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(s.address, plancheck.ResourceActionUpdate)},
				PostApplyPostRefresh: nothingPlanned,
			}
			acctest.Test(t, resource.TestCase{
				CheckDestroy: goneWithoutTrace(t, c, p),
				Steps: []resource.TestStep{
					{
						Config:            s.config(c, p.name, "v1"),
						ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
						ConfigStateChecks: ready,
						Check:             groupsRun(t, c, s, p.name, "v1"),
					},
					{
						Config: s.config(c, p.name, "v2"), ConfigPlanChecks: changes, ConfigStateChecks: ready,
						Check: groupsRun(t, c, s, p.name, "v2"),
					},
					{
						PreConfig: func() { c.Delete(t, p.of(workerSetType)) },
						Config:    s.config(c, p.name, "v2"), ConfigPlanChecks: changes, ConfigStateChecks: ready,
						Check: groupsRun(t, c, s, p.name, "v2"),
					},
				},
			})
		})
	}
}

// groupsRun checks that two groups of a leader and a worker run an engine of that version, each
// with its own command and the address of the leader. It gives them a minute: the simulated kubelet
// deletes pods by name, so it can hit the successor of a pod that a rollout replaced, and
// the group starts anew.
func groupsRun(t *testing.T, c *acctest.Cluster, s spread, name, version string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var problem error
		err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
			problem = groupsProblem(t, c, s, name, version)
			return problem == nil, nil
		})
		return errors.Join(err, problem)
	}
}

// groupsProblem is an error when the pods of a set are not two groups as groupsRun wants them.
func groupsProblem(t *testing.T, c *acctest.Cluster, s spread, name, version string) error {
	t.Helper()
	pods := c.List(t, podType, "default", "leaderworkerset.sigs.k8s.io/name="+name)
	if len(pods) != 4 {
		return fmt.Errorf("%d pods of %s run, not 4", len(pods), name)
	}
	for _, pod := range pods {
		if !podReady(&pod) {
			return fmt.Errorf("pod %s is not ready: %v", pod.GetName(), pod.Object["status"])
		}
		command := s.worker
		if pod.GetLabels()["leaderworkerset.sigs.k8s.io/worker-index"] == "0" {
			command = s.leader
		}
		leader := name + "-" + pod.GetLabels()["leaderworkerset.sigs.k8s.io/group-index"]
		server := runner(t, &pod, "spec")
		want := map[string]any{
			"image": "example.org/server:" + version, "command": command,
			"LWS_LEADER_ADDRESS": leader + "." + name + ".default", "LWS_GROUP_SIZE": "2",
		}
		live := map[string]any{
			"image": server["image"], "command": server["command"],
			"LWS_LEADER_ADDRESS": variable(server, "LWS_LEADER_ADDRESS"), "LWS_GROUP_SIZE": variable(server, "LWS_GROUP_SIZE"),
		}
		if err := differs("pod "+pod.GetName(), want, live); err != nil {
			return err
		}
	}
	return nil
}
