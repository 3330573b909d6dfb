package llmkube

import (
	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// podLabels are the labels of the pods of a service, in either mode: the user's and, over them, LLMKube's.
//
// Source: defilantech/llmkube internal/controller/deployment_builder.go@v0.9.19.
func podLabels(c kinds.Candidate) []kinds.PodLabels {
	service, err := render.Decode[v1alpha1.InferenceService](c.Object.Object)
	if err != nil {
		return nil
	}
	return []kinds.PodLabels{{Has: render.Overlay(service.Spec.PodLabels, map[string]string{
		labelApp: service.Name, labelModel: service.Spec.ModelRef, labelService: service.Name, labelRuntime: runtimeOf(&service),
	})}}
}
