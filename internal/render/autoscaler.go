package render

import (
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	autoscalingv2ac "k8s.io/client-go/applyconfigurations/autoscaling/v2"
)

// HorizontalPodAutoscaler returns an autoscaler of the name of its target, which it scales. The
// target of the given spec is replaced.
func HorizontalPodAutoscaler(o Owner, target *unstructured.Unstructured, spec autoscalingv2.HorizontalPodAutoscalerSpec) (*unstructured.Unstructured, error) {
	spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{
		APIVersion: target.GetAPIVersion(),
		Kind:       target.GetKind(),
		Name:       target.GetName(),
	}
	applied := autoscalingv2ac.HorizontalPodAutoscalerSpec()
	if err := convert(&spec, applied); err != nil {
		return nil, err
	}
	return object(autoscalingv2ac.HorizontalPodAutoscaler(target.GetName(), o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(applied))
}
