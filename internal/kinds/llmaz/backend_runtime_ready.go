package llmaz

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// backendRuntimeReady judges a BackendRuntime: like an OpenModel, it is ready as soon as it exists.
func backendRuntimeReady(*unstructured.Unstructured) observe.Result {
	return observe.Result{Phase: observe.Ready, Message: "the BackendRuntime exists; llmaz reports no more about it"}
}
