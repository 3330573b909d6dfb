package gie

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// objectiveReady judges an InferenceObjective. Endpoint pickers only read it: its status
// stays empty, and where something else writes one, its default says Ready=Unknown for ever. So it
// is ready as soon as it exists and has no other state.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// pkg/epp/controller/inferenceobjective_reconciler.go@v1.5.0.
func objectiveReady(*unstructured.Unstructured) observe.Result {
	return observe.Result{Phase: observe.Ready, Message: "the InferenceObjective exists; endpoint pickers report no more about it"}
}
