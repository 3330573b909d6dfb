package acctest_test

import (
	"maps"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// Clusters with the real definitions of the Gateway API Inference Extension. The objectives
// have moved to llm-d in the newest one.
var (
	gieNewest = acctest.Options{CRDs: "shared:crds/gie/v1.6.0 shared:crds/gie/llm-d-router-v0.10.0", Operators: "gie"}
	gieOldest = acctest.Options{CRDs: "shared:crds/gie/v1.5.0", Operators: "gie"}
)

func ofPicker(group, plural string) acctest.Object {
	return acctest.Object{Resource: schema.GroupVersionResource{Group: group, Version: "v1alpha2", Resource: plural}, Namespace: "default"}
}

// gieLifecycles are those of every kind, as the newest releases have them.
var gieLifecycles = map[string]lifecycle{
	"inference_objective": {
		object:   ofPicker("llm-d.ai", "inferenceobjectives"),
		body:     `spec = { priority = 100, pool_ref = { name = "llama" } }`,
		revision: []string{`"llama"`, `"qwen"`},
		updated:  map[string]string{"spec.poolRef.name": `"qwen"`},
		edit:     `{"spec":{"priority":-1}}`,
		drift:    `spec.priority is -1 instead of 100`,
	},
	"inference_model_rewrite": {
		object: ofPicker("llm-d.ai", "inferencemodelrewrites"),
		body: `spec = {
			pool_ref = { name = "llama" }
			rules = [{ matches = [{ model = { value = "chat" } }], targets = [{ model_rewrite = "llama3", weight = 95 }, { model_rewrite = "llama4", weight = 5 }] }]
		}`,
		revision: []string{`weight = 95`, `weight = 50`, `weight = 5 }`, `weight = 50 }`},
		updated:  map[string]string{"spec.rules": `[{"matches":[{"model":{"type":"Exact","value":"chat"}}],"targets":[{"modelRewrite":"llama3","weight":50},{"modelRewrite":"llama4","weight":50}]}]`},
		edit:     `{"spec":{"poolRef":{"name":"mistral"}}}`,
		drift:    `spec.poolRef.name is "mistral" instead of "llama"`,
	},
	"inference_pool": {
		object: acctest.Object{
			Resource: schema.GroupVersionResource{Group: "inference.networking.k8s.io", Version: "v1", Resource: "inferencepools"}, Namespace: "default",
		},
		body: `spec = {
			selector = { match_labels = { app = "llama" } }
			target_ports = [{ number = 8000 }]
			endpoint_picker_ref = { name = "llama-epp", port = { number = 9002 } }
		}`,
		revision: []string{`[{ number = 8000 }]`, `[{ number = 8000 }, { number = 8001 }]`},
		updated:  map[string]string{"spec.targetPorts": `[{"number":8000},{"number":8001}]`},
		edit:     `{"spec":{"endpointPickerRef":{"port":{"number":9009}}}}`,
		drift:    `spec.endpointPickerRef.port.number is 9009 instead of 9002`,
	},
}

// gieOldestLives are the lives with what moved in its first group.
func gieOldestLives() map[string]lifecycle {
	older := maps.Clone(gieLifecycles)
	for name, life := range older {
		if life.object.Resource.Group == "llm-d.ai" {
			life.object = ofPicker("inference.networking.x-k8s.io", life.object.Resource.Resource)
			older[name] = life
		}
	}
	return older
}
