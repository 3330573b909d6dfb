package llmaz

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

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
