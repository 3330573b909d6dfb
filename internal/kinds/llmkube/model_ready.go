package llmkube

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// modelReady judges a Model by its phase: conditions of an earlier state linger beside it.
// Ready means that the source is understood, not that anything is downloaded.
//
// Ready is the last word: the controller does not look at such a Model again, so the generation of the condition
// Available stays as it is whatever changes. A failure of an older generation is no verdict.
//
// Mirrors defilantech/LLMKube internal/controller/model_controller.go@v0.9.19.
func modelReady(live *unstructured.Unstructured) observe.Result {
	message := currentCondition(live)
	switch phase := phaseOf(live); phase {
	case "":
		return observe.Result{Message: silence}
	case "Ready":
		return observe.Result{Phase: observe.Ready, Message: withDetail("phase Ready", message)}
	case "Failed":
		if stale, outdated := outdated(live, "Degraded"); outdated {
			return stale
		}
		return observe.Result{Phase: observe.Failed, Message: withDetail("phase Failed", message)}
	default:
		return observe.Result{Message: withDetail("phase "+phase, message)}
	}
}

// silence is the message on an object without a status.
const silence = "LLMKube reports nothing about it; see whether the controller runs"

func phaseOf(live *unstructured.Unstructured) string {
	phase, _, _ := unstructured.NestedString(live.Object, "status", "phase")
	return phase
}

// currentCondition returns the condition that tells most about the phase.
func currentCondition(live *unstructured.Unstructured) string {
	types := []string{"Progressing", "Degraded", "Available"}
	switch phaseOf(live) {
	case "Ready", "Stopped", "Suspended":
		types = []string{"Available"}
	case "Failed":
		types = []string{"Degraded", "Progressing"}
	case "WaitingForGPU":
		types = []string{"GPUAvailable", "Progressing"}
	}
	for _, conditionType := range types {
		if condition, ok := observe.FindCondition(live, conditionType); ok {
			return condition.String()
		}
	}
	return ""
}

func withDetail(text, detail string) string {
	if detail == "" {
		return text
	}
	return text + "; " + detail
}

// outdated reports whether the condition was written about an earlier generation of the object.
func outdated(live *unstructured.Unstructured, conditionType string) (observe.Result, bool) {
	condition, ok := observe.FindCondition(live, conditionType)
	if !ok {
		return observe.Result{}, false
	}
	generation, ok := observedGeneration(live, conditionType)
	if !ok || generation >= live.GetGeneration() || condition.Is(metav1.ConditionUnknown) {
		return observe.Result{}, false
	}
	return observe.Result{Message: "the change has not been seen yet; before it: " + condition.String()}, true
}

// observedGeneration returns the generation a condition speaks of.
func observedGeneration(live *unstructured.Unstructured, conditionType string) (int64, bool) {
	conditions, _, _ := unstructured.NestedSlice(live.Object, "status", "conditions")
	for _, item := range conditions {
		condition, _ := item.(map[string]any)
		if condition["type"] == conditionType {
			generation, ok, _ := unstructured.NestedInt64(condition, "observedGeneration")
			return generation, ok
		}
	}
	return 0, false
}
