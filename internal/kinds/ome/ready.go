package ome

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// existsReady judges what OME reports nothing about that could be waited for: runtimes,
// fine-tuned weights and accelerator classes are ready as soon as they exist.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1@v0.1.5.
func existsReady(live *unstructured.Unstructured) observe.Result {
	if live.GetDeletionTimestamp() != nil {
		return observe.Result{Message: fmt.Sprintf("the %s is being deleted", live.GetKind())}
	}
	return observe.Result{Phase: observe.Ready, Message: fmt.Sprintf("the %s exists; OME reports no more about it", live.GetKind())}
}

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
		return observe.Result{Phase: observe.Ready, Message: "state Completed: genai-bench has ended; its results tell whether requests succeeded"}
	case "Failed":
		return observe.Result{Phase: observe.Failed, Message: "state Failed: " + failure}
	case "", "Pending":
		return observe.Result{Message: "state Pending: there is no Job yet; see whether the service under test is ready and the claim for the results exists"}
	}
	return observe.Result{Message: "state " + state}
}
