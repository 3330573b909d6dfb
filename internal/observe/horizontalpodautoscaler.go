package observe

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// horizontalPodAutoscaler is ready as soon as it exists: until metrics arrive it leaves
// the replicas alone, so the workload serves without it. What keeps it from scaling
// is told in the message.
func horizontalPodAutoscaler(live *unstructured.Unstructured) Result {
	if _, outdated := Outdated(live); !outdated {
		able, _ := FindCondition(live, "AbleToScale")
		if able.Is(metav1.ConditionFalse) {
			return ready("the HorizontalPodAutoscaler exists but does not scale: %s", able)
		}
	}
	return ready("the HorizontalPodAutoscaler exists")
}
