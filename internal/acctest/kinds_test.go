package acctest_test

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// Clusters of the tests: both generations of llmaz's real definitions, and the
// definitions generated from our own types.
var (
	newest = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.4", Operator: true}
	oldest = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.0", Operator: true}
	ours   = acctest.Options{CRDs: ".build/crds/llmaz.io_openmodels.yaml .build/crds/inference.llmaz.io_backendruntimes.yaml .build/crds/inference.llmaz.io_playgrounds.yaml .build/crds/inference.llmaz.io_services.yaml", Operator: true}
)

func llmaz(plural, namespace, name string) acctest.Object {
	group := "inference.llmaz.io"
	if plural == "openmodels" {
		group = "llmaz.io"
	}
	return acctest.Object{Resource: schema.GroupVersionResource{Group: group, Version: "v1alpha1", Resource: plural}, Namespace: namespace, Name: name}
}

// lifecycle is the life of one object: what is configured, what changes, what somebody
// else does to it, and where that shows in the cluster.
type lifecycle struct {
	plural, namespace string
	// create and update are the bodies of the resource without metadata.
	create, update string
	// updated is where update shows, at is the path of a field in the wire vocabulary.
	at      []string
	updated any
	// edit is a merge patch that changes the field at `at`.
	edit string
}

// lifecycles of every kind, by resource type, as the newest generation has them.
var lifecycles = map[string]lifecycle{
	"inference_open_model": {
		plural: "openmodels",
		create: `spec = {
			family_name = "llama3"
			source = { model_hub = { model_id = "meta-llama/Llama-3.1-8B", ignore_patterns = [] } }
			inference_config = { flavors = [{ name = "h100", limits = { "nvidia.com/gpu" = "1", memory = "1024Mi" } }] }
		}`,
		update: `spec = {
			family_name = "llama3"
			source = { model_hub = { model_id = "meta-llama/Llama-3.1-8B" } }
			inference_config = { flavors = [{ name = "h100", limits = { "nvidia.com/gpu" = "2", memory = "1024Mi" } }] }
		}`,
		at: []string{"spec", "source", "modelHub", "modelID"}, updated: "meta-llama/Llama-3.1-8B",
		edit: `{"spec":{"source":{"modelHub":{"modelID":"someone/else"}}}}`,
	},
	"inference_backend_runtime": {
		plural: "backendruntimes",
		create: `spec = {
			image = "vllm/vllm-openai", version = "v0.7.3", command = ["vllm", "serve"]
			envs = [{ name = "A", value = "1" }, { name = "B", value_from = { secret_key_ref = { name = "s", key = "k" } } }]
			readiness_probe = { http_get = { path = "/health", port = "8080" }, period_seconds = 5 }
			recommended_configs = [{
				name = "default", args = ["--model", "{{ .ModelPath }}"], shared_memory_size = "2Gi"
				resources = { requests = { cpu = "1000m", memory = "1024Mi" }, limits = { cpu = "4" } }
			}]
		}`,
		update: `spec = {
			image = "vllm/vllm-openai", version = "v0.8.0", command = ["vllm", "serve"]
			envs = [{ name = "A", value = "2" }, { name = "B", value_from = { secret_key_ref = { name = "s", key = "k" } } }]
			readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 5 }
			recommended_configs = [{
				name = "default", args = ["--model", "{{ .ModelPath }}", "--port", "8080"], shared_memory_size = "2Gi"
				resources = { requests = { cpu = "1000m", memory = "1024Mi" }, limits = { cpu = "4" } }
			}]
		}`,
		at: []string{"spec", "version"}, updated: "v0.8.0", edit: `{"spec":{"version":"hacked"}}`,
	},
	"inference_playground": {
		plural: "playgrounds", namespace: "default",
		create: `spec = {
			replicas = 1
			model_claim = { model_name = "llama3" }
			backend_runtime_config = {
				args = ["--max-model-len", "8192"], envs = [{ name = "A", value = "1" }], shared_memory_size = "1024Mi"
				resources = { limits = { cpu = "1000m" } }
			}
		}`,
		update: `spec = {
			replicas = 2
			model_claim = { model_name = "llama3" }
			backend_runtime_config = {
				args = ["--max-model-len", "16384"], envs = [{ name = "A", value = "1" }, { name = "B", value = "2" }], shared_memory_size = "1024Mi"
				resources = { limits = { cpu = "1000m" } }
			}
		}`,
		at: []string{"spec", "replicas"}, updated: int64(2), edit: `{"spec":{"replicas":7}}`,
	},
	"inference_service": {
		plural: "services", namespace: "default",
		create: `spec = {
			replicas = 1
			model_claims = { models = [{ name = "llama3" }] }
			workload_template = {
				size = 1
				worker_template = { spec = { containers = [{
					name = "model-runner", image = "vllm/vllm-openai:v0.7.3", args = ["--port", "8080"]
					ports = [{ container_port = 8080 }], env = [{ name = "A", value = "1" }]
					resources = { limits = { cpu = "1000m" } }
				}], node_selector = { pool = "gpu" } } }
			}
		}`,
		update: `spec = {
			replicas = 2
			model_claims = { models = [{ name = "llama3" }] }
			workload_template = {
				size = 1
				worker_template = { spec = { containers = [{
					name = "model-runner", image = "vllm/vllm-openai:v0.8.0", args = ["--port", "8080"]
					ports = [{ container_port = 8080 }], env = [{ name = "A", value = "2" }]
					resources = { limits = { cpu = "1000m" } }
				}], node_selector = { pool = "gpu" } } }
			}
		}`,
		at: []string{"spec", "replicas"}, updated: int64(2), edit: `{"spec":{"replicas":7}}`,
	},
}
