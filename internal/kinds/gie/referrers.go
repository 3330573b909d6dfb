package gie

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// poolReferrers are the routes to a pool, and the objectives in it, of either group.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension apix/v1alpha2/inferenceobjective_types.go@v1.5.0.
var poolReferrers = slices.Concat(kinds.Routes, []kinds.Referrer{
	objectivesOf("inference.networking.x-k8s.io"), objectivesOf("llm-d.ai"),
})

func objectivesOf(group string) kinds.Referrer {
	return kinds.Referrer{
		GroupVersionKind: schema.GroupVersionKind{Group: group, Version: "v1alpha2", Kind: "InferenceObjective"}, Plural: "inferenceobjectives",
		Points: kinds.ByName(kinds.Reference{Names: "spec.poolRef.name"}),
	}
}
