package llmaz

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
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
	Images: playgroundImages,
	Nodes:  playgroundNodes,
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

// playgroundImages are those of the engine: the repository is the runtime's, and so is the tag unless the playground has a version. A
// runtime that is not known is one that llmaz ships.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/backendruntime/backendruntime.go@v0.1.4.
func playgroundImages(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	const version = "spec.backendRuntimeConfig.version"
	if !strings.HasPrefix(cause.Container, runnerContainerName) {
		return nil
	}
	name, named, _ := unstructured.NestedString(c.Object.Object, "spec", "backendRuntimeConfig", "backendName")
	if !named {
		name = defaultBackendName
	}
	if c.Find(runtimeKind, "", name) == nil {
		return nil
	}
	in := func(field string) kinds.Place {
		return kinds.Place{Field: field, Kind: runtimeKind, Name: name, By: "spec.backendRuntimeConfig.backendName"}
	}
	if _, own, _ := unstructured.NestedString(c.Object.Object, strings.Split(version, ".")...); own {
		return []kinds.Place{{Field: version}, in("spec.image")}
	}
	return []kinds.Place{in("spec.image"), in("spec.version"), {Field: version, Chooses: "version"}}
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
