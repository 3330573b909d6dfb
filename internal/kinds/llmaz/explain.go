package llmaz

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// playgroundExplains knows that a playground's pods are made from its model and its runtime, and that llmaz
// tells of a missing model only, by AbortProcessing, and of a missing runtime to its log.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
var playgroundExplains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "direct.loaderImage", Reasons: kinds.OfImage, Container: loaderPrefix, Modes: kinds.DirectMode},
		{Field: "spec.backendRuntimeConfig.version", Reasons: kinds.OfImage, Container: runnerContainerName},
		{Field: "spec.modelClaim", Reasons: kinds.OfModel},
		{Field: "spec.backendRuntimeConfig.args", Reasons: kinds.OfEngine, Container: runnerContainerName},
		{Field: "spec.backendRuntimeConfig.resources", Reasons: kinds.OfMemory, Container: runnerContainerName},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.backendRuntimeConfig", Reasons: kinds.OfPods},
	},
	Nodes: playgroundNodes,
	Needs: func(obj *unstructured.Unstructured) []kinds.Need {
		runtime, found, _ := unstructured.NestedString(obj.Object, "spec", "backendRuntimeConfig", "backendName")
		if !found {
			runtime = defaultBackendName
		}
		need := kinds.Need{Field: "spec.backendRuntimeConfig.backendName", Name: runtime, Of: []string{"backend_runtime"}}
		needs := append(modelNeeds(obj), need)
		if name, found, _ := unstructured.NestedString(obj.Object, "spec", "modelClaim", "modelName"); found {
			needs = append(needs, kinds.Need{Field: "spec.modelClaim.modelName", Name: name, Of: []string{"open_model"}})
		}
		return needs
	},
}

// loaderPrefix begins the names of the containers that load weights.
const loaderPrefix = "model-loader"

// serviceExplains knows that a service has its pods in full, and that llmaz tells none of its errors.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
var serviceExplains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "direct.loaderImage", Reasons: kinds.OfImage, Container: loaderPrefix, Modes: kinds.DirectMode},
		{Field: "spec.modelClaims", Reasons: kinds.OfModel},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.workloadTemplate.workerTemplate", Reasons: slices.Concat(kinds.OfImage, kinds.OfEngine, kinds.OfMemory, kinds.OfPods)},
	},
	Nodes: serviceNodes,
	Needs: modelNeeds,
}

// modelNeeds are the models of a claim for several.
func modelNeeds(obj *unstructured.Unstructured) []kinds.Need {
	var needs []kinds.Need
	models, _, _ := unstructured.NestedSlice(obj.Object, "spec", "modelClaims", "models")
	for _, item := range models {
		model, _ := item.(map[string]any)
		if name, ok := model["name"].(string); ok {
			needs = append(needs, kinds.Need{Field: "spec.modelClaims.models", Name: name, Of: []string{"open_model"}})
		}
	}
	return needs
}
