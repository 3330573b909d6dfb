package gie

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	poolv1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// silence is why an InferenceObjective is ready as soon as it exists. Endpoint pickers only read it: its status
// stays empty, and where something else writes one, its default says Ready=Unknown for ever.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// pkg/epp/controller/inferenceobjective_reconciler.go@v1.5.0.
const silence = "endpoint pickers report no more about it"

// poolReady judges an InferencePool by what every Gateway reports that has a route to it.
//
// A pool that no Gateway reports about is ready: routes refer to pools, so most of
// them are made after it, and a wait for them would never end. For the same reason a
// refusal ends a wait: what it calls for, such as the Service of the endpoint picker, is
// made after the pool too, and the judgement is made again at the next look.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// api/v1/inferencepool_types.go@v1.6.0.
func poolReady(live *unstructured.Unstructured) observe.Result {
	var pool poolv1.InferencePool
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(live.Object, &pool); err != nil {
		return observe.Result{Message: fmt.Sprintf("its status cannot be read: %v", err)}
	}
	parents := pool.Status.Parents
	if len(parents) == 0 {
		return observe.Result{Phase: observe.Ready, Message: "the InferencePool exists; no Gateway has a route to it yet"}
	}
	open := ""
	for _, parent := range parents {
		result := parentReady(parent, live.GetGeneration())
		switch {
		case result.Phase == observe.Failed:
			return result
		case result.Phase == observe.NotDone && open == "":
			open = result.Message
		}
	}
	if open != "" {
		return observe.Result{Message: open}
	}
	names := make([]string, len(parents))
	for i, parent := range parents {
		names[i] = parentName(parent)
	}
	return observe.Result{Phase: observe.Ready, Message: "accepted by " + strings.Join(names, ", ")}
}

// parentReady judges what one Gateway reports: that it has accepted the pool and found
// what the pool refers to. A Gateway that has not looked at the newest generation has said nothing.
func parentReady(parent poolv1.ParentStatus, generation int64) observe.Result {
	name := parentName(parent)
	for _, wanted := range []string{"Accepted", "ResolvedRefs"} {
		condition, found := findCondition(parent.Conditions, wanted)
		if !found {
			return observe.Result{Message: name + " does not report " + wanted + " yet"}
		}
		// Some controllers leave the generation out.
		if seen := condition.ObservedGeneration; seen != 0 && seen < generation {
			return observe.Result{Message: fmt.Sprintf("%s has seen generation %d of %d", name, seen, generation)}
		}
		result := observe.Result{Message: name + ": " + observe.Condition{
			Type: condition.Type, Status: string(condition.Status), Reason: condition.Reason, Message: condition.Message,
		}.String()}
		switch condition.Status {
		case metav1.ConditionTrue:
			continue
		case metav1.ConditionFalse:
			result.Phase = observe.Failed
		}
		return result
	}
	return observe.Result{Phase: observe.Ready}
}

func findCondition(conditions []metav1.Condition, name string) (metav1.Condition, bool) {
	for _, condition := range conditions {
		if condition.Type == name {
			return condition, true
		}
	}
	return metav1.Condition{}, false
}

// parentName is the kind and the name of a parent, such as "Gateway llm/edge".
func parentName(parent poolv1.ParentStatus) string {
	kind, name := string(parent.ParentRef.Kind), string(parent.ParentRef.Name)
	if kind == "" {
		kind = "Gateway"
	}
	if namespace := parent.ParentRef.Namespace; namespace != "" {
		name = string(namespace) + "/" + name
	}
	return kind + " " + name
}
