package acctest_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// Clusters with Kthena's real definitions: ModelServing, beside the pools that it is used
// with, and ModelInfer before it.
var (
	kthenaNewest = acctest.Options{CRDs: "shared:crds/kthena/v1.0.0 " + gieNewest.CRDs, Operators: "kthena gie"}
	kthenaMain   = acctest.Options{CRDs: "shared:crds/kthena/3cc05728 " + gieNewest.CRDs, Operators: "kthena gie"}
	kthenaOldest = acctest.Options{CRDs: "shared:crds/kthena/e4fb6663", Operators: "kthena-modelinfer"}
)

var (
	modelInfers = acctest.Object{
		Resource: schema.GroupVersionResource{Group: "workload.volcano.sh", Version: "v1alpha1", Resource: "modelinfers"}, Namespace: "default",
	}
	modelServings = acctest.Object{
		Resource: schema.GroupVersionResource{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Resource: "modelservings"}, Namespace: "default",
	}
)

var policies = acctest.Object{
	Resource: schema.GroupVersionResource{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Resource: "autoscalingpolicies"}, Namespace: "default",
}

// kthenaLives are those of every kind in v1.0.0.
var kthenaLives = map[string]lifecycle{
	"inference_model_infer":   kthenaLife(modelServings),
	"inference_model_serving": kthenaLife(modelServings),
	"inference_kthena_autoscaling_policy": {
		object: policies,
		body: `spec = {
			metrics  = [{ name = "load", target_value = "8" }]
			behavior = { scale_down = { period = "1m" } }
			disaggregated_target = {
				target_ref = { name = "qwen" }
				roles      = { decode = { min_replicas = 1, max_replicas = 4, metric_sources = { load = { pod = { port = 8000 } } } } }
			}
		}`,
		ready:    map[string]string{"status.observedGeneration": "1"},
		revision: []string{`max_replicas = 4`, `max_replicas = 8`},
		updated:  map[string]string{"spec.disaggregatedTarget.roles.decode.maxReplicas": "8"},
		edit:     `{"spec":{"behavior":{"scaleDown":{"period":"2m"}}}}`,
		drift:    `spec.behavior.scaleDown.period is "2m" instead of "1m"`,
	},
	"inference_kthena_model_booster": {
		object: acctest.Object{
			Resource: schema.GroupVersionResource{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Resource: "modelboosters"}, Namespace: "default",
		},
		body: `spec = {
			backend = {
				name = "b", type = "vLLM", model_uri = "hf://org/qwen", cache_uri = "hostpath:///models", replicas = 1
				workers = [{ image = "example.org/server:v1", replicas = 1, pods = 1, config = jsonencode({ served-model-name = "qwen", max-model-len = 4096 }) }]
			}
		}`,
		ready:    map[string]string{"status.observedGeneration": "1"},
		revision: []string{`max-model-len = 4096`, `max-model-len = 8192`},
		updated:  map[string]string{"spec.backend.workers": `[{"config":{"max-model-len":8192,"served-model-name":"qwen"},"image":"example.org/server:v1","pods":1,"replicas":1,"type":"server"}]`},
		edit:     `{"spec":{"backend":{"replicas":3}}}`,
		drift:    `spec.backend.replicas is 3 instead of 1`,
	},
	"inference_kthena_model_route": {
		object: ofRouter("modelroutes"),
		needs:  func(t *testing.T, c *acctest.Cluster) { t.Helper(); serverOf(t, c, "qwen"); serverOf(t, c, "next") },
		body: `spec = {
			model_name    = "qwen"
			lora_adapters = ["legal"]
			rules         = [{ target_models = [{ model_server_name = "qwen", weight = 95 }, { model_server_name = "next", weight = 5 }] }]
			rate_limit    = { input_tokens_per_unit = 1000, unit = "minute" }
		}`,
		revision: []string{`weight = 95`, `weight = 50`, `weight = 5 }`, `weight = 50 }`},
		updated:  map[string]string{"spec.rules": `[{"targetModels":[{"modelServerName":"qwen","weight":50},{"modelServerName":"next","weight":50}]}]`},
		edit:     `{"spec":{"rateLimit":{"inputTokensPerUnit":1}}}`,
		drift:    `spec.rateLimit.inputTokensPerUnit is 1 instead of 1000`,
	},
	"inference_kthena_model_server": {
		object: ofRouter("modelservers"),
		body: `spec = {
			inference_engine  = "vLLM"
			workload_selector = { match_labels = { "modelserving.volcano.sh/name" = "qwen" } }
			workload_port     = { port = 8000 }
		}`,
		revision: []string{`port = 8000`, `port = 8080`},
		updated:  map[string]string{"spec.workloadPort": `{"port":8080,"protocol":"http"}`},
		edit:     `{"spec":{"inferenceEngine":"SGLang"}}`,
		drift:    `spec.inferenceEngine is "SGLang" instead of "vLLM"`,
	},
}

// kthenaMainLives are those of the kinds that differ after v1.0.0: the server fills in a bound of each role.
func kthenaMainLives() map[string]lifecycle {
	serving := kthenaLife(modelServings).with(
		`scheduler_name = "volcano"`, `scheduler_name = "volcano", rollout_strategy = { type = "RoleRollingUpdate" }`, `worker_replicas = 0`, `worker_replicas = 0, partition = "0%"`)
	serving.updated = map[string]string{
		"spec.template.roles": `[{"entryTemplate":{"spec":{"containers":[{"env":[{"name":"A","value":"2"}],"image":"example.org/server:v1","name":"engine"}]}},"maxUnavailable":1,"name":"server","partition":"0%","replicas":1,"workerReplicas":0}]`,
	}
	route := kthenaLives["inference_kthena_model_route"].with(`lora_adapters = ["legal"]`, "", `{ model_server_name = "next"`, `{ external_model_provider_name = "cloud"`)
	route.updated = map[string]string{"spec.rules": `[{"targetModels":[{"modelServerName":"qwen","weight":50},{"externalModelProviderName":"cloud","weight":50}]}]`}
	booster := kthenaLives["inference_kthena_model_booster"].with(`hf://org/qwen`, `obs://org/qwen`, `max-model-len = 4096`, `max-model-len = 4096, port = 9000`)
	booster.updated = map[string]string{
		"spec.backend.workers": `[{"config":{"max-model-len":8192,"port":9000,"served-model-name":"qwen"},"image":"example.org/server:v1","pods":1,"replicas":1,"type":"server"}]`,
	}
	return map[string]lifecycle{"inference_model_serving": serving, "inference_kthena_model_route": route, "inference_kthena_model_booster": booster}
}

// serverOf makes a ModelServer.
func serverOf(t *testing.T, c *acctest.Cluster, name string) acctest.Object {
	t.Helper()
	server := ofRouter("modelservers")
	server.Name = name
	return put(t, c, server, "networking.serving.volcano.sh/v1alpha1", "ModelServer", map[string]any{"spec": map[string]any{
		"inferenceEngine": "vLLM", "workloadPort": map[string]any{"port": int64(8000)}, "workloadSelector": map[string]any{"matchLabels": map[string]any{"app": name}},
	}})
}

// ofRouter are objects that Kthena's router reads.
func ofRouter(plural string) acctest.Object {
	return acctest.Object{Resource: schema.GroupVersionResource{Group: "networking.serving.volcano.sh", Version: "v1alpha1", Resource: plural}, Namespace: "default"}
}

// kthenaLife is the life of an object of either kind. The autoscaler of Kthena sets the number of groups.
func kthenaLife(object acctest.Object) lifecycle {
	return lifecycle{
		object: object,
		body: `spec = {
			scheduler_name = "volcano"
			template = {
				restart_grace_period_seconds = 60
				roles = [{
					name = "server", worker_replicas = 0
					entry_template = { spec = { containers = [{ name = "engine", image = "example.org/server:v1", env = [{ name = "A", value = "1" }] }] } }
				}]
			}
		}`,
		ready:    map[string]string{"status.availableReplicas": "1"},
		revision: []string{`value = "1"`, `value = "2"`},
		updated: map[string]string{
			"spec.template.roles": `[{"entryTemplate":{"spec":{"containers":[{"env":[{"name":"A","value":"2"}],"image":"example.org/server:v1","name":"engine"}]}},"name":"server","replicas":1,"workerReplicas":0}]`,
			"spec.replicas":       "2", "status.availableReplicas": "2",
		},
		operator: []write{{"kthena-controller-manager", `{"spec":{"replicas":2}}`}},
		edit:     `{"spec":{"template":{"restartGracePeriodSeconds":5}}}`,
		drift:    `spec.template.restartGracePeriodSeconds is 5 instead of 60`,
	}
}
