package llmkube

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// serviceExplains knows the containers of LLMKube's pods: those that prepare and fill the cache, and the engine.
//
// Mirrors defilantech/LLMKube internal/controller/{deployment_builder,model_storage}.go@v0.9.19.
var serviceExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "direct.downloadImage", Reasons: kinds.OfImage, Container: "model-", Modes: kinds.DirectMode},
		{Field: "spec.image", Reasons: kinds.OfImage},
		{Field: "spec.modelRef", Reasons: kinds.OfModel},
		{Field: "spec.extraArgs", Reasons: kinds.OfEngine},
		{Field: "spec.resources.memory", Reasons: kinds.OfMemory},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.resources", Reasons: slices.Clone(kinds.OfPods)},
	},
	Nodes: serviceNodes,
}

// serviceNodes finds what a pod asks of nodes. The number of GPUs of the model wins over that of the service, which
// has everything else.
//
// Mirrors defilantech/LLMKube pkg/apiutil/gpu.go and internal/controller/deployment_builder.go@v0.9.19.
func serviceNodes(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	service, err := render.Decode[v1alpha1.InferenceService](c.Object.Object)
	if err != nil {
		return nil
	}
	var places []kinds.Place
	for _, name := range cause.Lacks {
		switch corev1.ResourceName(name) {
		case corev1.ResourceCPU:
			places = append(places, kinds.Place{Field: "spec.resources.cpu"})
		case corev1.ResourceMemory:
			at := "spec.resources.memory"
			if resources(&service).HostMemory != "" {
				at = "spec.resources.hostMemory"
			}
			places = append(places, kinds.Place{Field: at})
		case corev1.ResourceEphemeralStorage:
			places = append(places, kinds.Place{Field: "spec.resources.ephemeralStorage"})
		default:
			places = append(places, gpuCount(c, &service))
		}
	}
	if cause.Unlabelled {
		at := "spec.nodeSelector"
		if service.Spec.NodeSelector == nil && service.Spec.Affinity != nil {
			at = "spec.affinity"
		}
		places = append(places, kinds.Place{Field: at})
	}
	return places
}

// gpuCount is the field that has the number of GPUs of a pod. A model that is not known is taken to say nothing of it.
func gpuCount(c kinds.Candidate, service *v1alpha1.InferenceService) kinds.Place {
	own := kinds.Place{Field: "spec.resources.gpu"}
	definition := c.Find("Model", service.Namespace, service.Spec.ModelRef)
	if definition == nil {
		return own
	}
	model, err := render.Decode[v1alpha1.Model](definition.Object)
	if err != nil || gpu(&model).Count == 0 {
		return own
	}
	return kinds.Place{Field: "spec.hardware.gpu.count", Kind: "Model", Name: model.Name, By: "spec.modelRef"}
}
