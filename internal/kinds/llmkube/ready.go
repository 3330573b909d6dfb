package llmkube

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// serviceReady judges an InferenceService by its phase. Degraded is True until the service
// is Ready again and says nothing by itself.
//
// The condition Available has the generation it speaks of; the reconciliation that
// applies a new pod template still reads the Deployment as it was, so Ready can come one
// reconciliation early. Nothing in the object tells; the Deployment does, which is judged beside it.
//
// Mirrors defilantech/LLMKube internal/controller/{scheduling,status_builder,
// inferenceservice_controller}.go@v0.9.19.
func serviceReady(live *unstructured.Unstructured) observe.Result {
	message := currentCondition(live)
	phase := phaseOf(live)
	switch phase {
	case "":
		return observe.Result{Message: silence}
	case "Ready":
		return whenAvailable(live, message)
	case "Stopped", "Suspended":
		return stopped(live, phase, message)
	case "Progressing":
		if result, scaled := scaledByLoad(live); scaled {
			return result
		}
	case "WaitingForGPU":
		waiting, _, _ := unstructured.NestedString(live.Object, "status", "waitingFor")
		return observe.Result{Message: withDetail("phase WaitingForGPU ("+waiting+"): no node has the GPUs free", message)}
	case "Failed":
		return failure(live, message)
	}
	return observe.Result{Message: withDetail("phase "+phase, message)}
}

// whenAvailable holds Ready to the generation of the condition beside it.
func whenAvailable(live *unstructured.Unstructured, message string) observe.Result {
	if stale, outdated := outdated(live, "Available"); outdated {
		return stale
	}
	if want, counted := wantedReplicas(live), readyReplicas(live); !autoscaled(live) && counted != want {
		return observe.Result{Message: fmt.Sprintf("phase Ready, but %d of %d pods are ready", counted, want)}
	}
	return observe.Result{Phase: observe.Ready, Message: withDetail("phase Ready", message)}
}

// stopped is what no pods mean: what was asked for, or a status from before a change.
func stopped(live *unstructured.Unstructured, phase, message string) observe.Result {
	suspended, _, _ := unstructured.NestedBool(live.Object, "spec", "suspend")
	if suspended || phase == "Stopped" && wantedReplicas(live) == 0 {
		return observe.Result{Phase: observe.Ready, Message: withDetail("phase "+phase+", as asked for", message)}
	}
	return observe.Result{Message: withDetail("phase "+phase+", although pods are wanted", message)}
}

// scaledByLoad judges Progressing where an autoscaler sets the number of pods: LLMKube compares
// them with `replicas`, which no longer counts, and then never says Ready.
func scaledByLoad(live *unstructured.Unstructured) (observe.Result, bool) {
	available, _ := observe.FindCondition(live, "Available")
	if !autoscaled(live) || !available.Is(metav1.ConditionTrue) {
		return observe.Result{}, false
	}
	if stale, outdated := outdated(live, "Available"); outdated {
		return stale, true
	}
	least, found, _ := unstructured.NestedInt64(live.Object, "spec", "autoscaling", "minReplicas")
	if !found {
		least = 1
	}
	ready := readyReplicas(live)
	if ready < least {
		return observe.Result{}, false
	}
	return observe.Result{Phase: observe.Ready, Message: fmt.Sprintf("%d pods are ready, as many as the autoscaler wants at least", ready)}, true
}

// serviceLags is true for a service of which LLMKube counts pods that are ready and still says that more is to come, as it may
// for good once an autoscaler has wanted more pods than there are GPUs for.
func serviceLags(live *unstructured.Unstructured) bool {
	phase := phaseOf(live)
	return (phase == "Creating" || phase == "Progressing") && readyReplicas(live) > 0
}

// failure is final unless what is missed may still come, such as a model or a claim: one made in the same apply is often
// looked up before it exists, and LLMKube looks again by itself.
func failure(live *unstructured.Unstructured, message string) observe.Result {
	if stale, outdated := outdated(live, "Degraded"); outdated {
		return stale
	}
	degraded, _ := observe.FindCondition(live, "Degraded")
	result := observe.Result{Phase: observe.Failed, Message: withDetail("phase Failed", message)}
	if strings.Contains(degraded.Message, "not found") {
		result.Phase = observe.Blocked
	}
	return result
}

func autoscaled(live *unstructured.Unstructured) bool {
	_, found, _ := unstructured.NestedMap(live.Object, "spec", "autoscaling")
	return found
}

func readyReplicas(live *unstructured.Unstructured) int64 {
	ready, _, _ := unstructured.NestedInt64(live.Object, "status", "readyReplicas")
	return ready
}

// wantedReplicas is 1 when the service does not say.
func wantedReplicas(live *unstructured.Unstructured) int64 {
	if replicas, found, _ := unstructured.NestedInt64(live.Object, "spec", "replicas"); found {
		return replicas
	}
	return 1
}

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
