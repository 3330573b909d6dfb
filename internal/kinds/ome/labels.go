package ome

import (
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// podLabels are the labels of the pods of a service, by OME and in direct mode, whose label with the name of the service is another.
// Runtimes may add more. An engine beside a decoder prefills.
//
// Source: sgl-project/ome pkg/controller/v1beta1/inferenceservice/components/base.go@v0.1.5.
func podLabels(c kinds.Candidate) []kinds.PodLabels {
	service, err := render.Decode[v1beta1.InferenceService](c.Object.Object)
	if err != nil {
		return nil
	}
	var all []kinds.PodLabels
	parts := componentsOf(service.Spec.Engine, service.Spec.Decoder, service.Spec.Router, "")
	for _, part := range parts {
		stage := ""
		switch {
		case part.name == decoderName:
			stage = kinds.Decode
		case part.name == engineName && service.Spec.Decoder != nil:
			stage = kinds.Prefill
		}
		labels := render.Overlay(service.Labels, part.Labels, map[string]string{labelComponent: part.name})
		all = append(all,
			kinds.PodLabels{Has: render.Overlay(labels, map[string]string{labelService: service.Name}), Open: true, Stage: stage},
			kinds.PodLabels{Has: render.Overlay(labels, map[string]string{defaultServiceLabel: service.Name}), Open: true, Lacks: []string{labelService}, Stage: stage},
		)
	}
	return all
}
