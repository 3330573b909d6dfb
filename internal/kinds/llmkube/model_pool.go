package llmkube

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// poolReferences are the services that take turns.
//
// Mirrors defilantech/LLMKube api/v1alpha1/modelpool_types.go@v0.9.19.
var poolReferences = []kinds.Reference{{Field: "spec.members[].inferenceServiceRef.name", To: []string{"llmkube_service"}}}

// poolReady judges a pool by its phase, which names its generation. A pool that is to start nothing before a request comes
// stays Pending, and is as it should be. A degraded one touches no service; members that are missing are looked for again.
//
// Mirrors defilantech/LLMKube internal/controller/modelpool_controller.go@v0.9.19.
func poolReady(live *unstructured.Unstructured) observe.Result {
	phase := phaseOf(live)
	observed, _, _ := unstructured.NestedInt64(live.Object, "status", "observedGeneration")
	switch {
	case phase == "":
		return observe.Result{Message: silence}
	case observed < live.GetGeneration():
		return observe.Result{Message: "the change has not been seen yet; before it: phase " + phase}
	}
	switch phase {
	case "Ready":
		resident, _, _ := unstructured.NestedString(live.Object, "status", "residentMember")
		return observe.Result{Phase: observe.Ready, Message: fmt.Sprintf("phase Ready; %s runs", resident)}
	case "Pending":
		if first, _, _ := unstructured.NestedString(live.Object, "spec", "default"); first == "" {
			return observe.Result{Phase: observe.Ready, Message: "phase Pending; no member runs before a request comes"}
		}
	case "Degraded":
		if metal, ok := observe.FindCondition(live, "MetalSupported"); ok && metal.Is(metav1.ConditionFalse) {
			return observe.Result{Phase: observe.Failed, Message: withDetail("phase Degraded", metal.String())}
		}
		return observe.Result{Phase: observe.Blocked, Message: withDetail("phase Degraded", saidBy(live, "MembersValid"))}
	}
	message := saidBy(live, "SlotAllocated")
	if deferred, ok := observe.FindCondition(live, "SwapDeferred"); ok && deferred.Is(metav1.ConditionTrue) {
		message = deferred.String()
	}
	return observe.Result{Message: withDetail("phase "+phase, message)}
}

// saidBy is a condition as text, "" where there is none.
func saidBy(live *unstructured.Unstructured, conditionType string) string {
	condition, ok := observe.FindCondition(live, conditionType)
	if !ok {
		return ""
	}
	return condition.String()
}
