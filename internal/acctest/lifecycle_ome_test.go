package acctest_test

import (
	"maps"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// Clusters with OME's real definitions. Before v0.1.4 there were no accelerator classes.
var (
	omeNewest = acctest.Options{CRDs: "shared:crds/ome/v0.1.5", Operators: "ome"}
	omeOldest = acctest.Options{CRDs: "shared:crds/ome/v0.1.2", Operators: "ome"}
)

func ome(plural, namespace string) acctest.Object {
	return acctest.Object{Resource: schema.GroupVersionResource{Group: "ome.io", Version: "v1beta1", Resource: plural}, Namespace: namespace}
}

// omeLifecycles are those of every kind of OME, as the newest release has them.
var omeLifecycles = map[string]lifecycle{
	"inference_base_model":              omeModel("basemodels", "default"),
	"inference_cluster_base_model":      omeModel("clusterbasemodels", ""),
	"inference_serving_runtime":         omeRuntime("servingruntimes", "default"),
	"inference_cluster_serving_runtime": omeRuntime("clusterservingruntimes", ""),
	"inference_fine_tuned_weight": {
		object: ome("finetunedweights", ""),
		body: `spec = {
			vendor = "example", model_type = "Adapter"
			base_model_ref = { name = "llama" }
			hyper_parameters = jsonencode({ strategy = "lora", ranks = [8, 16] })
			storage = { storage_uri = "oci://n/tenancy/b/adapters/o/support", download_policy = "ReuseIfExists" }
		}`,
		revision: []string{`[8, 16]`, `[8, 32]`},
		updated:  map[string]string{"spec.hyperParameters": `{"ranks":[8,32],"strategy":"lora"}`},
		edit:     `{"spec":{"vendor":"someone"}}`,
		drift:    `spec.vendor is "someone" instead of "example"`,
	},
	"inference_ome_service": {
		object: ome("inferenceservices", "default"),
		body: `spec = {
			model = { name = "qwen" }
			accelerator_selector = { policy = "BestFit" }
			engine = {
				min_replicas = 1
				runner = {
					name = "ome-container", image = "docker.io/vllm/vllm-openai:v0.9.0"
					ports = [{ container_port = 8080 }], env = [{ name = "A", value = "1" }, { name = "B", value = "1" }]
				}
			}
			router = { runner = { name = "router", image = "docker.io/lmsysorg/router:v1" } }
		}`,
		ready:    map[string]string{"status.modelStatus.transitionStatus": `"UpToDate"`},
		revision: []string{`name = "A", value = "1"`, `name = "A", value = "2"`},
		updated: map[string]string{
			"spec.engine.runner.env":  `[{"name":"A","value":"2"},{"name":"B","value":"1"}]`,
			"spec.engine.maxReplicas": "3", "spec.predictor": "{}", "spec.router.minReplicas": "1",
		},
		operator: []write{
			{"manager", `{"metadata": {"annotations": {"ome.io/deploymentMode": "RawDeployment"}}, "spec": {"predictor": {}, "engine": {"maxReplicas": 3}}}`},
			{"manager", `{"spec": {"engine": {"runner": {"resources": {}}}, "router": {"minReplicas": 1, "maxReplicas": 2, "runner": {"resources": {}}}}}`},
		},
		edit:  `{"spec":{"engine":{"runner":{"env":[{"name":"A","value":"hacked"},{"name":"B","value":"1"}]}}}}`,
		drift: `spec.engine.runner.env[name="A"].value is "hacked" instead of "2"`,
	},
	"inference_benchmark_job": {
		object: ome("benchmarkjobs", "default"),
		body: `spec = {
			endpoint = { inference_service = { name = "chat", namespace = "default" } }
			task = "text-to-text", traffic_scenarios = ["D(100,100)"], num_concurrency = [1, 8]
			max_time_per_iteration = 15, max_requests_per_iteration = 100
			output_location = { storage_uri = "pvc://results/chat", download_policy = "AlwaysDownload" }
			pod_override = { resources = { requests = { cpu = "1000m" }, limits = { memory = "2048Mi" } } }
		}`,
		operator: []write{{"manager", `{"spec": {"podOverride": {"resources": {"requests": {"cpu": "1"}, "limits": {"memory": "2Gi"}}}}}`}},
		ready:    map[string]string{"status.state": `"Completed"`},
		revision: []string{`[1, 8]`, `[1, 64]`},
		replaces: true,
		updated:  map[string]string{"spec.numConcurrency": `[1,64]`},
		edit:     `{"spec":{"maxTimePerIteration":99}}`,
		drift:    `spec.maxTimePerIteration is 99 instead of 15`,
	},
	"inference_accelerator_class": {
		object: ome("acceleratorclasses", ""),
		body: `spec = {
			vendor = "nvidia"
			discovery = { node_selector = { "nvidia.com/gpu.product" = "NVIDIA-H100-80GB-HBM3" } }
			capabilities = { memory_gb = "49152Mi", compute_capability = "9.0" }
			cost = { per_hour = "2.5" }
			resources = [{ name = "nvidia.com/gpu", quantity = "1000m" }]
		}`,
		revision: []string{`quantity = "1000m"`, `quantity = "8"`, `per_hour = "2.5"`, `per_hour = "1.25"`},
		updated: map[string]string{
			"spec.resources": `[{"name":"nvidia.com/gpu","quantity":"8"}]`, "spec.capabilities.memoryGB": `"48Gi"`, "spec.cost.perHour": `"1250m"`,
		},
		// The update that adds the finalizer writes every amount as Go does.
		operator: []write{{"manager", `{"spec": {
			"capabilities": {"memoryGB": "48Gi"}, "cost": {"perHour": "2500m"}, "resources": [{"name": "nvidia.com/gpu", "quantity": "1"}]
		}}`}},
		edit:  `{"spec":{"vendor":"someone"}}`,
		drift: `spec.vendor is "someone" instead of "nvidia"`,
	},
}

// omeModel is the life of a model. OME describes it from its files where the configuration does not.
func omeModel(plural, namespace string) lifecycle {
	return lifecycle{
		object: ome(plural, namespace),
		body: `spec = {
			vendor = "example", model_parameter_size = "8B", api_capabilities = ["OPENAI_V1_CHAT_COMPLETIONS"]
			storage = {
				storage_uri = "hf://example/qwen3-8b@v2", path = "/raid/qwen3-8b"
				node_affinity = { required_during_scheduling_ignored_during_execution = { node_selector_terms = [{
					match_expressions = [{ key = "pool", operator = "In", values = ["a100"] }]
				}] } }
			}
		}`,
		ready:    map[string]string{"status.state": `"Ready"`},
		revision: []string{`["a100"]`, `["a100", "h100"]`},
		updated: map[string]string{
			"spec.storage.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms": `[{"matchExpressions":[{"key":"pool","operator":"In","values":["a100","h100"]}]}]`,
			"spec.maxTokens": "32768", "spec.modelFormat.name": `"safetensors"`,
		},
		operator: []write{
			{"model-agent", `{"spec": {
				"modelType": "qwen3", "modelArchitecture": "Qwen3ForCausalLM", "quantization": "fp8", "maxTokens": 32768,
				"modelFormat": {"name": "safetensors", "version": "1.0.0"}, "modelFramework": {"name": "transformers", "version": "4.51.0"}
			}}`},
			{"manager", `{"spec": {"modelCapabilities": ["TEXT_GENERATION"], "modelConfiguration": {"architecture": "Qwen3ForCausalLM", "context_length": 32768}}}`},
		},
		edit:  `{"spec":{"vendor":"someone"}}`,
		drift: `spec.vendor is "someone" instead of "example"`,
	}
}

// omeRuntime is the life of a runtime.
func omeRuntime(plural, namespace string) lifecycle {
	return lifecycle{
		object: ome(plural, namespace),
		body: `spec = {
			protocol_versions = ["openAI"]
			accelerator_requirements = { required_features = ["fp8"] }
			supported_model_formats = [{
				model_format = { name = "safetensors", version = "1.0.0" }, model_framework = { name = "transformers", version = "4.51.0" }
				model_architecture = "Qwen3ForCausalLM", auto_select = true, priority = 1
			}]
			engine_config = { runner = {
				name = "ome-container", image = "docker.io/vllm/vllm-openai:v0.9.0", env = [{ name = "A", value = "1" }]
				ports = [{ container_port = 8080 }]
			} }
		}`,
		revision: []string{`priority = 1`, `priority = 2`, `value = "1"`, `value = "2"`},
		updated:  map[string]string{"spec.engineConfig.runner.env": `[{"name":"A","value":"2"}]`},
		edit:     `{"spec":{"engineConfig":{"runner":{"env":[{"name":"A","value":"hacked"}]}}}}`,
		drift:    `spec.engineConfig.runner.env[name="A"].value is "hacked" instead of "2"`,
	}
}

// omeOldestLives are the lives without what v0.1.2 does not have.
func omeOldestLives() map[string]lifecycle {
	older := maps.Clone(omeLifecycles)
	delete(older, "inference_accelerator_class")
	for typeName, lacks := range map[string]string{
		"inference_base_model":              `, api_capabilities = ["OPENAI_V1_CHAT_COMPLETIONS"]`,
		"inference_cluster_base_model":      `, api_capabilities = ["OPENAI_V1_CHAT_COMPLETIONS"]`,
		"inference_serving_runtime":         `accelerator_requirements = { required_features = ["fp8"] }`,
		"inference_cluster_serving_runtime": `accelerator_requirements = { required_features = ["fp8"] }`,
		"inference_fine_tuned_weight":       `, download_policy = "ReuseIfExists"`,
		"inference_ome_service":             `accelerator_selector = { policy = "BestFit" }`,
		"inference_benchmark_job":           `, download_policy = "AlwaysDownload"`,
	} {
		older[typeName] = older[typeName].with(lacks, "")
	}
	return older
}
