package ome

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// inferenceServiceReady judges a service by Ready, which stands for ingress and engine, and by
// the conditions of the components that Ready leaves out.
//
// status.observedGeneration is that of a Deployment or LeaderWorkerSet, so it tells
// nothing about the service. A change shows in the conditions only once the operator has
// acted on it; the one trace of a status about the past that the object itself has is a
// component without its condition, or a model that is still on its way in a component
// that says it is ready. In a group of several hosts the operator never looks the model
// up, so a model on its way is no obstacle there. Mistakes that the operator finds are
// Events, which this rule does not see.
//
// Mirrors sgl-project/ome pkg/apis/ome/v1beta1/inference_service_status.go@v0.1.5.
func inferenceServiceReady(live *unstructured.Unstructured) observe.Result {
	if live.GetDeletionTimestamp() != nil {
		return observe.Result{Message: "the service is being deleted"}
	}
	transition, _, _ := unstructured.NestedString(live.Object, "status", "modelStatus", "transitionStatus")
	if transition == "BlockedByFailedLoad" || transition == "InvalidSpec" {
		return observe.Result{Phase: observe.Failed, Message: fmt.Sprintf("model %s: %s", transition, lastFailure(live))}
	}
	needed := []string{"Ready", "EngineReady"}
	for _, component := range []struct{ field, condition string }{{"decoder", "DecoderReady"}, {"router", "RouterReady"}} {
		if _, set, _ := unstructured.NestedMap(live.Object, "spec", component.field); set {
			needed = append(needed, component.condition)
		}
	}
	var said string
	for _, name := range needed {
		condition, found := observe.FindCondition(live, name)
		if name == "Ready" && found && condition.Reason == "VirtualDeployment" && condition.Is(metav1.ConditionTrue) {
			return observe.Result{Phase: observe.Ready, Message: condition.String()}
		}
		if !found {
			return observe.Result{Message: "OME has not reported " + name + "; what it finds wrong with the service is told by its Events only"}
		}
		if !condition.Is(metav1.ConditionTrue) {
			return observe.Result{Message: condition.String()}
		}
		if said == "" {
			said = condition.String()
		}
	}
	return observe.Result{Phase: observe.Ready, Message: said}
}

// lastFailure is what the operator says of the last failure to load the model.
func lastFailure(live *unstructured.Unstructured) string {
	info, found, _ := unstructured.NestedMap(live.Object, "status", "modelStatus", "lastFailureInfo")
	if !found {
		return "OME does not say why"
	}
	text := func(name string) string { value, _ := info[name].(string); return value }
	return fmt.Sprintf("%s at %s: %s", text("reason"), text("location"), text("message"))
}
