package kthena

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// explains knows that the pods of Kthena are those of the roles, in full. Kthena makes them itself and has no
// condition for a failure.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/controller/model_serving_controller.go@v1.0.0.
var explains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.template.roles", Reasons: slices.Concat(
			kinds.OfModel, kinds.OfImage, kinds.OfEngine, kinds.OfMemory, kinds.OfNodes, kinds.OfPods,
		)},
	},
}
