package llmkube

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// serviceExplains knows the containers of LLMKube's pods: those that prepare and fill the cache, and the engine.
//
// Mirrors defilantech/LLMKube internal/controller/{deployment_builder,model_storage}.go@v0.9.19.
var serviceExplains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "direct.downloadImage", Reasons: kinds.OfImage, Container: "model-", Modes: kinds.DirectMode},
		{Field: "spec.image", Reasons: kinds.OfImage},
		{Field: "spec.modelRef", Reasons: kinds.OfModel},
		{Field: "spec.extraArgs", Reasons: kinds.OfEngine},
		{Field: "spec.resources.memory", Reasons: kinds.OfMemory},
		{Field: "spec.nodeSelector", Reasons: kinds.OfNodes},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.resources", Reasons: slices.Clone(kinds.OfPods)},
	},
	Needs: func(obj *unstructured.Unstructured) []kinds.Need {
		name, _, _ := unstructured.NestedString(obj.Object, "spec", "modelRef")
		return []kinds.Need{{Field: "spec.modelRef", Name: name, Of: []string{"llmkube_model"}}}
	},
}
