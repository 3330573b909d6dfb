package acctest_test

import (
	"maps"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// Clusters with LLMKube's real definitions.
var (
	llmkubeNewest = acctest.Options{CRDs: "shared:crds/llmkube/v0.9.19", Operators: "llmkube llmkube-later"}
	llmkubeMain   = acctest.Options{
		CRDs:      "shared:crds/llmkube/907ac8d8 shared:crds/llmkube/v0.9.19/inference.llmkube.dev_inferenceservices.yaml shared:crds/llmkube/v0.9.19/inference.llmkube.dev_modelrouters.yaml",
		Operators: "llmkube",
	}
	llmkubeOldest = acctest.Options{CRDs: "shared:crds/llmkube/v0.8.7", Operators: "llmkube"}
)

func llmkube(plural string) acctest.Object {
	return acctest.Object{Resource: schema.GroupVersionResource{Group: "inference.llmkube.dev", Version: "v1alpha1", Resource: plural}, Namespace: "default"}
}

// llmkubeLifecycles are those of every kind of LLMKube, as the newest release has them.
var llmkubeLifecycles = map[string]lifecycle{
	"inference_llmkube_model": {
		object: llmkube("models"),
		body: `spec = {
			source = "https://example.org/qwen2.5-7b-q4.gguf"
			hardware = { gpu = {
				enabled = true, count = 2, vendor = "amd", runtime = "vulkan"
				sharding = { strategy = "layer", layer_split = ["0-15", "16-31"] }
			} }
		}`,
		ready:    map[string]string{"status.phase": `"Ready"`},
		revision: []string{`["0-15", "16-31"]`, `["0-20", "21-31"]`},
		updated:  map[string]string{"spec.hardware.gpu.sharding.layerSplit": `["0-20","21-31"]`, "spec.hardware.accelerator": `"vulkan"`},
		operator: []write{{"manager", `{"spec":{"hardware":{"accelerator":"vulkan"}}}`}},
		edit:     `{"spec":{"hardware":{"gpu":{"count":4}}}}`,
		drift:    `spec.hardware.gpu.count is 4 instead of 2`,
	},
	"inference_llmkube_service": {
		object: llmkube("inferenceservices"),
		body: `spec = {
			model_ref = "qwen", context_size = 32768, mode = "chat"
			env = [{ name = "A", value = "1" }], tolerations = [{ key = "nvidia.com/gpu", operator = "Exists" }]
			resources = { cpu = "4", memory = "16Gi" }
		}`,
		ready:    map[string]string{"status.phase": `"Ready"`},
		revision: []string{`value = "1"`, `value = "2"`},
		updated:  map[string]string{"spec.env": `[{"name":"A","value":"2"}]`, "spec.replicas": "3", "status.readyReplicas": "3"},
		operator: []write{{"manager", `{"spec":{"replicas":2}}`}, {"router-proxy", `{"spec":{"replicas":3}}`}, {"llmkube-kueue", `{"spec":{"suspend":true}}`}},
		edit:     `{"spec":{"contextSize":4096}}`,
		drift:    `spec.contextSize is 4096 instead of 32768`,
	},
	"inference_llmkube_gpu_quota": {
		object:   llmkube("gpuquotas"),
		body:     `spec = { namespace_ref = "research", gpu_count = 4, vram_bytes = 687194767360 }`,
		revision: []string{`gpu_count = 4`, `gpu_count = 8`},
		updated:  map[string]string{"spec.gpuCount": "8", "spec.vramBytes": "687194767360"},
		edit:     `{"spec":{"namespaceRef":"search"}}`,
		drift:    `spec.namespaceRef is "search" instead of "research"`,
	},
	"inference_llmkube_lora_adapter": {
		object:   llmkube("loraadapters"),
		body:     `spec = { name = "legal", path = "/adapters/legal", inference_service_ref = { name = "chat" } }`,
		ready:    map[string]string{"status.loadedPath": `"/adapters/legal"`},
		operator: []write{{"manager", `{"metadata":{"finalizers":["loraadapter.inference.llmkube.dev/finalizer"]}}`}},
		revision: []string{`"/adapters/legal"`, `"/adapters/law"`},
		updated:  map[string]string{"spec.path": `"/adapters/law"`, "status.loadedPath": `"/adapters/law"`},
		replaces: true,
		edit:     `{"spec":{"name":"law"}}`,
		drift:    `spec.name is "law" instead of "legal"`,
	},
	"inference_llmkube_model_pool": {
		object:   llmkube("modelpools"),
		body:     `spec = { members = [{ inference_service_ref = { name = "chat" } }, { inference_service_ref = { name = "code" } }], swap_budget = "600s" }`,
		ready:    map[string]string{"status.phase": `"Ready"`},
		revision: []string{`"code"`, `"vision"`},
		updated:  map[string]string{"spec.members": `[{"inferenceServiceRef":{"name":"chat"}},{"inferenceServiceRef":{"name":"vision"}}]`},
		edit:     `{"spec":{"swapBudget":"60s"}}`,
		drift:    `spec.swapBudget is "60s" instead of "600s"`,
	},
	"inference_llmkube_model_router": {
		object: llmkube("modelrouters"),
		body: `spec = {
			backends = [{ name = "chat", display_name = "qwen", inference_service_ref = { name = "chat" }, timeout = "90s" }]
			rules = [{ name = "chat", match = { models = ["chat*"] }, route = { backends = ["chat"] } }]
			default_route = "chat"
			proxy = { quarantine_duration = "60s" }
		}`,
		ready:    map[string]string{"status.phase": `"Ready"`},
		revision: []string{`quarantine_duration = "60s"`, `quarantine_duration = "30s"`},
		updated:  map[string]string{"spec.proxy.quarantineDuration": `"30s"`},
		edit:     `{"spec":{"defaultRoute":""}}`,
		drift:    `spec.defaultRoute is "" instead of "chat"`,
	},
}

// llmkubeMainLives are those of the kind that differs after v0.9.19.
func llmkubeMainLives() map[string]lifecycle {
	model := llmkubeLifecycles["inference_llmkube_model"].with(`hardware = {`, `prefetch = true
			prefetch_tolerations = [{ key = "disk", operator = "Exists", effect = "NoExecute", toleration_seconds = 60 }]
			hardware = {`)
	model.updated = maps.Clone(model.updated)
	model.updated["spec.prefetchTolerations"] = `[{"effect":"NoExecute","key":"disk","operator":"Exists","tolerationSeconds":60}]`
	return map[string]lifecycle{"inference_llmkube_model": model}
}

// llmkubeOldestLives are the lives without what v0.8.7 does not have.
func llmkubeOldestLives() map[string]lifecycle {
	older := maps.Clone(llmkubeLifecycles)
	for _, later := range []string{"gpu_quota", "lora_adapter", "model_pool"} { // v0.8.7 does not have these kinds.
		delete(older, "inference_llmkube_"+later)
	}
	model := older["inference_llmkube_model"].with(`, runtime = "vulkan"`, "")
	model.operator = nil // There was no webhook, and no Vulkan.
	model.updated = map[string]string{"spec.hardware.gpu.sharding.layerSplit": `["0-20","21-31"]`}
	older["inference_llmkube_model"] = model
	service := older["inference_llmkube_service"].with(`, mode = "chat"`, "")
	service.operator = service.operator[:2] // Suspension came later.
	older["inference_llmkube_service"] = service
	older["inference_llmkube_model_router"] = older["inference_llmkube_model_router"].with(`display_name = "qwen", `, "")
	return older
}
