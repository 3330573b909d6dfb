package observe

import (
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// Outcome is how something that runs to an end stands.
type Outcome struct {
	// State is "Pending", "Running", "Suspended", "Completed" or "Failed".
	State string
	// Started and Completed are times in RFC 3339, "" while there are none.
	Started, Completed string
	// Failure is why it failed, in the words of who says so; "" when it did not.
	Failure string
}

// JobOutcome returns how a Job stands.
func JobOutcome(live *unstructured.Unstructured) Outcome {
	j := &batchv1.Job{}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(live.Object, j) != nil {
		return Outcome{}
	}
	out := Outcome{State: "Pending", Started: stamp(j.Status.StartTime), Completed: stamp(j.Status.CompletionTime)}
	if j.Status.Active > 0 {
		out.State = "Running"
	}
	for _, c := range j.Status.Conditions {
		if c.Status != corev1.ConditionTrue {
			continue
		}
		switch c.Type {
		case batchv1.JobComplete:
			out.State = "Completed"
		case batchv1.JobSuspended:
			out.State = "Suspended"
		case batchv1.JobFailed:
			out.State, out.Failure, out.Completed = "Failed", c.Message, stamp(&c.LastTransitionTime)
		}
	}
	return out
}

func stamp(t *metav1.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
