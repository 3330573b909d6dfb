package observe

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// Condition is one entry of an object's status.conditions, in the shape that all
// Kubernetes kinds share.
type Condition struct {
	// Type names the condition, such as "Available".
	Type string `json:"type"`
	// Status is "True", "False" or "Unknown".
	Status string `json:"status"`
	// Reason is the controller's word for why, such as "ProgressDeadlineExceeded".
	Reason string `json:"reason"`
	// Message is the controller's sentence for people; it may be empty.
	Message string `json:"message"`
	// LastTransitionTime is when the status last changed, in RFC 3339; empty where that is not said.
	LastTransitionTime string `json:"lastTransitionTime"`
}

// FindCondition returns the condition of that type, and false when the object does not report it.
func FindCondition(live *unstructured.Unstructured, conditionType string) (Condition, bool) {
	for _, condition := range Conditions(live) {
		if condition.Type == conditionType {
			return condition, true
		}
	}
	return Condition{}, false
}

// Conditions returns all that the object reports.
func Conditions(live *unstructured.Unstructured) []Condition {
	var object struct {
		Status struct {
			Conditions []Condition `json:"conditions"`
		} `json:"status"`
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(live.Object, &object); err != nil {
		return nil
	}
	return object.Status.Conditions
}

// Is reports whether the condition has that status. The zero Condition has none.
func (c Condition) Is(status metav1.ConditionStatus) bool {
	return c.Status == string(status)
}

// String returns the condition in one line, such as
// "Available=False (MinimumReplicasUnavailable): too few replicas".
func (c Condition) String() string {
	text := c.Type + "=" + c.Status
	if c.Reason != "" {
		text += " (" + c.Reason + ")"
	}
	if c.Message != "" {
		text += ": " + c.Message
	}
	return text
}

// Outdated reports whether the status speaks of an earlier generation than the
// object has, and then the judgement that follows from it. An object whose
// status.observedGeneration is absent counts as observed at generation 0.
func Outdated(live *unstructured.Unstructured) (Result, bool) {
	observed, _, err := unstructured.NestedInt64(live.Object, "status", "observedGeneration")
	if err == nil && observed >= live.GetGeneration() {
		return Result{}, false
	}
	return notDone("its controller has seen generation %d of %d", observed, live.GetGeneration()), true
}

// whileAlive holds rule back once the object is being deleted: whatever it reports, it will
// be gone.
func whileAlive(rule Rule) Rule {
	return func(live *unstructured.Unstructured) Result {
		if deleted := live.GetDeletionTimestamp(); deleted != nil {
			return notDone("it is being deleted since %s", deleted.UTC().Format("2006-01-02T15:04:05Z"))
		}
		return rule(live)
	}
}

// typed lets a rule read the object as a built-in type. An object that does not fit
// its type is of a shape that no rule knows.
func typed[T any](rule func(*T) Result) Rule {
	return func(live *unstructured.Unstructured) Result {
		var object T
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(live.Object, &object); err != nil {
			return notDone("it cannot be read as a %s: %v", live.GetKind(), err)
		}
		return rule(&object)
	}
}

func notDone(format string, args ...any) Result {
	return Result{Phase: NotDone, Message: fmt.Sprintf(format, args...)}
}

func ready(format string, args ...any) Result {
	return Result{Phase: Ready, Message: fmt.Sprintf(format, args...)}
}

func failed(format string, args ...any) Result {
	return Result{Phase: Failed, Message: fmt.Sprintf(format, args...)}
}
