package gie

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// asSuccessor is the release of llm-d, in a group of its own.
const asSuccessor = "llm-d-router-v0.10.0"

// objectiveReleases are named after the releases that ship the definition: v1.5.0 is the last
// release of the Gateway API Inference Extension with it, and stands for all since
// v1.0.0; llm-d has moved it to a group of its own. An endpoint picker of llm-d ignores the
// old group where the new one is installed, so the new one comes first there.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/crd/bases@v1.5.0 and
// llm-d/llm-d-router config/crd/bases@v0.10.0.
var objectiveReleases = inGroups("InferenceObjective", "inferenceobjectives")

// rewriteReleases are those of objectives.
//
// Mirrors the same folders.
var rewriteReleases = inGroups("InferenceModelRewrite", "inferencemodelrewrites")

func inGroups(kind, plural string) []object.Release {
	successor := schema.GroupVersionKind{Group: "llm-d.ai", Version: "v1alpha2", Kind: kind}
	return object.Releases(system, object.Release{Name: "v1.5.0"}, object.Release{Name: asSuccessor, GVK: successor, Plural: plural})
}

// poolReleases differ in one point: v1.6.0 takes pools without an endpoint picker.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/crd/bases@v1.5.0 and @v1.6.0.
var poolReleases = []object.Release{
	{Name: "v1.5.0", Requires: []string{"spec.endpointPickerRef"}},
	{Name: "v1.6.0", Relaxes: "spec.endpointPickerRef"},
}
