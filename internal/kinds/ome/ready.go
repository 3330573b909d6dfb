package ome

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// silence is why runtimes, fine-tuned weights and accelerator classes are ready as soon as they exist: OME reports
// nothing about them that could be waited for.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1@v0.1.5.
const silence = "OME reports no more about it"

// modelReady judges a model by its state, which says Ready as soon as one node has the
// model. The status carries no generation, and needs none: OME acts on no change of the
// fields that can be changed in place.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/basemodel/controller.go@v0.1.5.
func modelReady(live *unstructured.Unstructured) observe.Result {
	if live.GetDeletionTimestamp() != nil {
		return observe.Result{Message: "the model is being deleted; OME waits until every node has removed its files"}
	}
	state, _, _ := unstructured.NestedString(live.Object, "status", "state")
	ready, _, _ := unstructured.NestedStringSlice(live.Object, "status", "nodesReady")
	failed, _, _ := unstructured.NestedStringSlice(live.Object, "status", "nodesFailed")
	switch state {
	case "Ready":
		return observe.Result{Phase: observe.Ready, Message: fmt.Sprintf("state Ready: %d nodes have the model, %d failed", len(ready), len(failed))}
	case "Failed":
		return observe.Result{Phase: observe.Failed, Message: fmt.Sprintf(
			"state Failed: no node has the model; it failed on %s, and OME does not try again on its own", nodeNames(failed))}
	case "":
		return observe.Result{Message: "OME has not reported a state yet"}
	}
	return observe.Result{Message: fmt.Sprintf("state %s: no node has the model yet; see whether nodes match its node selector and run the model agent", state)}
}

// nodeNames lists up to three nodes.
func nodeNames(nodes []string) string {
	const most = 3
	if len(nodes) == 0 {
		return "nodes it does not name"
	}
	if len(nodes) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(nodes[:most], ", "), len(nodes)-most)
	}
	return strings.Join(nodes, ", ")
}

// benchmarkJobReady judges a benchmark by its state. Both ends are final, because a
// change replaces the benchmark.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/controller.go@v0.1.5.
func benchmarkJobReady(live *unstructured.Unstructured) observe.Result {
	if live.GetDeletionTimestamp() != nil {
		return observe.Result{Message: "the benchmark is being deleted"}
	}
	state, _, _ := unstructured.NestedString(live.Object, "status", "state")
	failure, _, _ := unstructured.NestedString(live.Object, "status", "failureMessage")
	switch state {
	case "Completed":
		return observe.Result{Phase: observe.Ready, Message: "state Completed: genai-bench has ended; its results show whether requests succeeded"}
	case "Failed":
		return observe.Result{Phase: observe.Failed, Message: "state Failed: " + failure}
	case "", "Pending":
		return observe.Result{Message: "state Pending: there is no Job yet; see whether the service under test is ready and the claim for the results exists"}
	}
	return observe.Result{Message: "state " + state}
}

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
			return observe.Result{Message: "OME has not reported " + name + "; what it finds wrong with the service is in its Events only"}
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
