package llmaz

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// openModelReady judges an OpenModel. llmaz never writes its status, nor that of a
// BackendRuntime, so both are ready as soon as they exist and have no other state.
//
// Mirrors InftyAI/llmaz pkg/controller/core/model_controller.go and
// pkg/controller/inference/backendruntime_controller.go @v0.1.4.
func openModelReady(*unstructured.Unstructured) observe.Result {
	return observe.Result{Phase: observe.Ready, Message: "the OpenModel exists; llmaz reports no more about it"}
}
