package llmaz

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// serviceReady judges a service of llmaz. It never fails: the controller has no condition for it and
// tells its errors to its log alone.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
func serviceReady(live *unstructured.Unstructured) observe.Result {
	return availability(live, "llmaz reports nothing about it; see whether the claimed models exist")
}

// availability judges a playground or a service by the condition Available. Progressing
// tells nothing: it stays True once the object serves.
//
// Neither the status nor its conditions carry a generation, so after a change an
// Available=True that is about the state before cannot be told from a new one. The one
// trace of it in the object is the number of replicas, which the status follows; a change
// of anything else shows in the LeaderWorkerSet only, which this rule does not see. While
// the numbers differ the object is on its way, not failed: an autoscaler or a
// rolling update does that too.
func availability(live *unstructured.Unstructured, silence string) observe.Result {
	available, found := observe.FindCondition(live, "Available")
	if !found {
		if progressing, ok := observe.FindCondition(live, "Progressing"); ok {
			return observe.Result{Message: progressing.String()}
		}
		return observe.Result{Message: silence}
	}
	if !available.Is(metav1.ConditionTrue) {
		return observe.Result{Message: available.String()}
	}
	exist, _, _ := unstructured.NestedInt64(live.Object, "status", "replicas")
	if want := wantedReplicas(live); exist != want {
		return observe.Result{Message: fmt.Sprintf("%d replicas exist, %d are wanted", exist, want)}
	}
	return observe.Result{Phase: observe.Ready, Message: available.String()}
}

// wantedReplicas returns the replicas that the object asks for, wherever its generation has
// them, and 1 when it does not say.
func wantedReplicas(live *unstructured.Unstructured) int64 {
	for _, path := range [][]string{{"spec", "replicas"}, {"spec", "workloadTemplate", "replicas"}} {
		if replicas, found, err := unstructured.NestedInt64(live.Object, path...); found && err == nil {
			return replicas
		}
	}
	return 1
}

// playgroundReady judges a playground. It is blocked when the controller has given it up for the moment:
// a claimed model does not exist, or a service of its name belongs to somebody else. It goes on by itself when that
// changes. A missing runtime and anything the API server refuses leave no condition at all.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
func playgroundReady(live *unstructured.Unstructured) observe.Result {
	// Giving up leaves an older Available=True as it is, so this comes first.
	progressing, _ := observe.FindCondition(live, "Progressing")
	if progressing.Is(metav1.ConditionFalse) && progressing.Reason == "AbortProcessing" {
		return observe.Result{Phase: observe.Blocked, Message: progressing.String()}
	}
	return availability(live, "llmaz reports nothing about it; see whether its runtime and the recommended configuration exist")
}
