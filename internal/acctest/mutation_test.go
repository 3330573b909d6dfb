package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// mutating has a webhook that rewrites objects as llmaz's own does.
var mutating = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.4", Operators: "llmaz", Mutate: true}

// spelling is a configuration whose values are spelled as no server would spell them.
type spelling struct {
	plural, namespace string
	// create and update are the spec.
	create, update string
	// rewritten is what the webhook made of one field of create, which shows that it was at work.
	rewritten map[string]string
	// edit is a merge patch of awkward fields; changes and drift are all that it leads to.
	edit    string
	changes []string
	drift   []acctest.Drift
}

// byHand is the drift of one field that kubectl edit changed.
func byHand(path, applied, live string) acctest.Drift {
	return acctest.Drift{Class: "changed", Path: path, Applied: applied, Live: live, Manager: "kubectl-edit", Operation: "Update"}
}

var spellings = map[string]spelling{
	"inference_open_model": {
		plural: "openmodels",
		create: `{
			family_name = "qwen2"
			source = { uri = null, model_hub = {
				name = "Huggingface", revision = "main", model_id = "Qwen/Qwen2.5-0.5B", filename = null, allow_patterns = [], ignore_patterns = ["*.pth"]
			} }
			inference_config = { flavors = [
				{ name = "b", limits = { "nvidia.com/gpu" = 4, cpu = "1000m", memory = "1024Mi" }, node_selector = {}, params = { PP = "" } },
				{ name = "a", limits = { cpu = "0.5", memory = "1e3" }, node_selector = null },
				{ name = "c", limits = {} },
			] }
		}`,
		update: `{
			family_name = "qwen2"
			source = { model_hub = { name = "Huggingface", model_id = "Qwen/Qwen2.5-0.5B", allow_patterns = [] } }
			inference_config = { flavors = [
				{ name = "b", limits = { "nvidia.com/gpu" = "4", cpu = "1", memory = "1024Mi" }, params = { PP = "" } },
				{ name = "a", limits = { cpu = "0.50", memory = "1k" } },
			] }
		}`,
		rewritten: map[string]string{"spec.inferenceConfig.flavors": `[{"limits":{"cpu":"1","memory":"1Gi","nvidia.com/gpu":"4"},"name":"b","nodeSelector":{},"params":{"PP":""}},` +
			`{"limits":{"cpu":"500m","memory":"1e3"},"name":"a"},{"limits":{},"name":"c"}]`},
		edit: `{"spec":{
			"source":{"modelHub":{"name":"ModelScope"}},
			"inferenceConfig":{"flavors":[{"name":"b","limits":{"nvidia.com/gpu":"4","cpu":"1001m","memory":"1Gi"},"params":{"PP":"2"}},{"name":"a","limits":{"cpu":"500m","memory":"1k"}}]}
		}}`,
		changes: []string{
			`spec.source.model_hub.name: "ModelScope" -> "Huggingface"`,
			`spec.inference_config.flavors[0].limits.cpu: "1001m" -> "1"`,
			`spec.inference_config.flavors[0].params.PP: "2" -> ""`,
		},
		drift: []acctest.Drift{
			byHand("spec.source.modelHub.name", `"Huggingface"`, `"ModelScope"`),
			byHand("spec.inferenceConfig.flavors",
				`[{"limits":{"cpu":"1","memory":"1024Mi","nvidia.com/gpu":"4"},"name":"b","params":{"PP":""}},{"limits":{"cpu":"0.50","memory":"1k"},"name":"a"}]`,
				`[{"limits":{"cpu":"1001m","memory":"1Gi","nvidia.com/gpu":"4"},"name":"b","params":{"PP":"2"}},{"limits":{"cpu":"500m","memory":"1k"},"name":"a"}]`),
		},
	},
	"inference_backend_runtime": {
		plural: "backendruntimes",
		create: `{
			image = "vllm/vllm-openai", version = "v0.7.3", command = [], lifecycle = null
			envs = [
				{ name = "Z", value = "" }, { name = "A", value = "1" },
				{ name = "POD", value_from = { field_ref = { field_path = "metadata.name" } } },
				{ name = "CPU", value_from = { resource_field_ref = { resource = "limits.cpu", divisor = "1000m" } } },
			]
			readiness_probe = { http_get = { path = "/health", port = "8080", scheme = "HTTP", http_headers = [] }, initial_delay_seconds = 0, period_seconds = 10 }
			liveness_probe  = { tcp_socket = { port = "http" }, success_threshold = 1, failure_threshold = 3 }
			recommended_configs = [
				{ name = "default", args = [], shared_memory_size = "2048Mi", resources = { requests = { cpu = "1000m", memory = "1024Mi" }, limits = { cpu = 4 } } },
				{ name = "small", args = ["--served-model-name", ""], resources = {} , scale_trigger = null },
			]
		}`,
		update: `{
			image = "vllm/vllm-openai", version = "v0.7.3"
			envs = [
				{ name = "A", value = "1" }, { name = "Z" },
				{ name = "POD", value_from = { field_ref = { api_version = "v1", field_path = "metadata.name" } } },
			]
			readiness_probe = { http_get = { path = "/health", port = "8081", scheme = "HTTP", http_headers = [] }, initial_delay_seconds = 0 }
			recommended_configs = [{ name = "default", shared_memory_size = "2Gi", resources = { requests = { cpu = "0.5", memory = "1024Mi" } } }]
		}`,
		rewritten: map[string]string{"spec.readinessProbe.httpGet.port": "8080"},
		edit: `{"spec":{
			"readinessProbe":{"initialDelaySeconds":1,"httpGet":{"port":"http"}},
			"recommendedConfigs":[{"name":"default","sharedMemorySize":"2Gi","resources":{"requests":{"cpu":"501m","memory":"1Gi"}}}]
		}}`,
		changes: []string{
			`spec.readiness_probe.initial_delay_seconds: 1 -> 0`,
			`spec.readiness_probe.http_get.port: "http" -> "8081"`,
			`spec.recommended_configs[0].resources.requests.cpu: "501m" -> "0.5"`,
		},
		drift: []acctest.Drift{
			byHand("spec.readinessProbe.initialDelaySeconds", `0`, `1`),
			byHand("spec.readinessProbe.httpGet.port", `8081`, `"http"`),
			byHand("spec.recommendedConfigs",
				`[{"name":"default","resources":{"requests":{"cpu":"0.5","memory":"1024Mi"}},"sharedMemorySize":"2Gi"}]`,
				`[{"name":"default","resources":{"requests":{"cpu":"501m","memory":"1Gi"}},"sharedMemorySize":"2Gi"}]`),
		},
	},
	"inference_playground": {
		plural: "playgrounds", namespace: "default",
		create: `{
			replicas = 1
			model_claim = null
			model_claims = { models = [{ name = "llama3", role = "main" }], inference_flavors = [] }
			backend_runtime_config = {
				backend_name = "vllm", version = null, args = [], envs = [], shared_memory_size = "0.5Gi"
				resources = { limits = { cpu = "1000m" }, requests = {} }
			}
			elastic_config = { min_replicas = 1, max_replicas = 3, scale_trigger = { hpa = {
				metrics  = [{ type = "Resource", resource = { name = "cpu", target = { type = "AverageValue", average_value = "1000m" } } }]
				behavior = { scale_down = { stabilization_window_seconds = 0, policies = [{ type = "Percent", value = 100, period_seconds = 15 }] } }
			} } }
		}`,
		update: `{
			replicas = 1
			model_claims = { models = [{ name = "llama3" }] }
			backend_runtime_config = {
				args = ["--enforce-eager", ""], envs = [{ name = "B" , value = "" }, { name = "A", value = "x" }], shared_memory_size = "512Mi"
				resources = { limits = { cpu = 1, memory = "1024Mi" } }
			}
		}`,
		rewritten: map[string]string{"spec.backendRuntimeConfig.sharedMemorySize": `"512Mi"`, "spec.backendRuntimeConfig.resources.limits": `{"cpu":"1"}`},
		edit: `{"spec":{"backendRuntimeConfig":{
			"args":["--enforce-eager"],"envs":[{"name":"B","value":"y"},{"name":"A","value":"x"}],"resources":{"limits":{"cpu":"1","memory":"1025Mi"}}
		}}}`,
		changes: []string{
			`spec.backend_runtime_config.args: ["--enforce-eager"] -> ["--enforce-eager",""]`,
			`spec.backend_runtime_config.envs[0].value: "y" -> ""`,
			`spec.backend_runtime_config.resources.limits.memory: "1025Mi" -> "1024Mi"`,
		},
		drift: []acctest.Drift{
			byHand("spec.backendRuntimeConfig.args", `["--enforce-eager",""]`, `["--enforce-eager"]`),
			byHand("spec.backendRuntimeConfig.envs", `[{"name":"B","value":""},{"name":"A","value":"x"}]`, `[{"name":"B","value":"y"},{"name":"A","value":"x"}]`),
			byHand("spec.backendRuntimeConfig.resources.limits[memory]", `"1024Mi"`, `"1025Mi"`),
		},
	},
	"inference_service": {
		plural: "services", namespace: "default",
		create: `{
			replicas = 2
			model_claims = { models = [{ name = "llama3" }], inference_flavors = [] }
			rollout_strategy = { type = "RollingUpdate", rolling_update_configuration = { max_unavailable = "50%", max_surge = "0" } }
			workload_template = {
				size = 1
				restart_policy = "RecreateGroupOnPodRestart"
				worker_template = { metadata = { labels = {} }, spec = {
					host_network = false, automount_service_account_token = false, tolerations = [], node_selector = {}, affinity = {}
					termination_grace_period_seconds = 0
					volumes = [{ name = "scratch", empty_dir = {} }, { name = "shm", empty_dir = { medium = "Memory", size_limit = "2048Mi" } }]
					containers = [{
						name = "model-runner", image = "vllm/vllm-openai:v0.7.3", args = [], command = ["serve", ""]
						ports = [{ container_port = 8080, protocol = "TCP" }]
						env = [{ name = "Z", value = "" }, { name = "A", value = "1" }, { name = "IP", value_from = { field_ref = { field_path = "status.podIP" } } }]
						resources = {}
						security_context = { privileged = false, run_as_user = 0 }
						readiness_probe = { http_get = { path = "/", port = "8080" }, initial_delay_seconds = 0 }
						volume_mounts = [{ name = "shm", mount_path = "/dev/shm", read_only = false }]
					}]
				} }
			}
		}`,
		update: `{
			replicas = 1
			model_claims = { models = [{ name = "llama3", role = "main" }] }
			rollout_strategy = { type = "RollingUpdate", rolling_update_configuration = { max_unavailable = "1" } }
			workload_template = {
				size = 1
				worker_template = { spec = {
					host_network = false, termination_grace_period_seconds = 0
					volumes = [{ name = "shm", empty_dir = { size_limit = "2Gi" } }]
					containers = [{
						name = "model-runner", image = "vllm/vllm-openai:v0.7.3", args = ["", "--enforce-eager"]
						env = [{ name = "A", value = "1" }, { name = "Z", value = "" }]
						resources = { limits = { cpu = "1000m" }, requests = { cpu = 0.5 } }
						security_context = { privileged = false }
						readiness_probe = { http_get = { path = "/", port = "8080" }, initial_delay_seconds = 0 }
					}]
				} }
			}
		}`,
		rewritten: map[string]string{"spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge": `0`},
		edit: `{"spec":{"rolloutStrategy":{"rollingUpdateConfiguration":{"maxUnavailable":"50%"}},"workloadTemplate":{"workerTemplate":{"spec":{
			"terminationGracePeriodSeconds":1,
			"containers":[{"name":"model-runner","image":"vllm/vllm-openai:v0.7.3","args":["","--enforce-eager"],"env":[{"name":"A","value":"1"},{"name":"Z","value":"hacked"}],
				"resources":{"limits":{"cpu":"1100m"},"requests":{"cpu":"500m"}},"securityContext":{"privileged":true},
				"readinessProbe":{"httpGet":{"path":"/","port":8080},"initialDelaySeconds":0}}]
		}}}}}`,
		changes: []string{
			`spec.rollout_strategy.rolling_update_configuration.max_unavailable: "50%" -> "1"`,
			`spec.workload_template.worker_template.spec.termination_grace_period_seconds: 1 -> 0`,
			`spec.workload_template.worker_template.spec.containers[0].env[1].value: "hacked" -> ""`,
			`spec.workload_template.worker_template.spec.containers[0].resources.limits.cpu: "1100m" -> "1000m"`,
			`spec.workload_template.worker_template.spec.containers[0].security_context.privileged: true -> false`,
		},
		drift: []acctest.Drift{
			byHand("spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable", `1`, `"50%"`),
			byHand("spec.workloadTemplate.workerTemplate.spec.terminationGracePeriodSeconds", `0`, `1`),
			byHand(`spec.workloadTemplate.workerTemplate.spec.containers[name="model-runner"].env[name="Z"].value`, `""`, `"hacked"`),
			byHand(`spec.workloadTemplate.workerTemplate.spec.containers[name="model-runner"].resources.limits[cpu]`, `"1000m"`, `"1100m"`),
			byHand(`spec.workloadTemplate.workerTemplate.spec.containers[name="model-runner"].securityContext.privileged`, `false`, `true`),
		},
	},
}

// TestAccMutation configures values as no server spells them, on a cluster whose webhook
// spells them its own way: nothing of that shows in a plan, and what a person edits shows exactly.
func TestAccMutation(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, mutating)
	for typeName, s := range spellings {
		t.Run(typeName, func(t *testing.T) { testSpelling(t, c, typeName, s) })
	}
}

func testSpelling(t *testing.T, c *acctest.Cluster, typeName string, s spelling) {
	name := "spelling-" + strings.ReplaceAll(strings.TrimPrefix(typeName, "inference_"), "_", "-")
	object, address := llmaz(s.plural, s.namespace, name), typeName+".it"
	id := strings.TrimPrefix(s.namespace+"/"+name, "/")
	config := func(spec string) string {
		return c.Provider("") + fmt.Sprintf("resource %q \"it\" {\n  metadata = { name = %q, annotations = { note = \"\" } }\n  spec = %s\n}\n", typeName, name, spec)
	}
	empty := resource.ConfigPlanChecks{PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
	noDrift := []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0))}
	imported := resource.TestStep{
		ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithID, ImportStateId: id,
		ImportPlanChecks: resource.ImportPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
	}
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config(s.create), ConfigPlanChecks: empty, ConfigStateChecks: noDrift, Check: fieldsAre(t, c, object, s.rewritten)},
			imported,
			{Config: config(s.update), ConfigPlanChecks: empty, ConfigStateChecks: noDrift},
			imported,
			{
				PreConfig: func() { c.Edit(t, object, "kubectl-edit", s.edit) },
				Config:    config(s.update),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
						acctest.ExpectChanges(address, s.changes...),
						acctest.ExpectDrift(address, s.drift...),
					},
					PostApplyPostRefresh: empty.PostApplyPostRefresh,
				},
				ConfigStateChecks: noDrift,
			},
		},
	})
}
