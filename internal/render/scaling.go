package render

import (
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	autoscalingv2ac "k8s.io/client-go/applyconfigurations/autoscaling/v2"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	policyv1ac "k8s.io/client-go/applyconfigurations/policy/v1"
)

// HorizontalPodAutoscaler returns an autoscaler of the name of its target, which it scales. The
// target of the given spec is replaced.
func HorizontalPodAutoscaler(o Owner, target *unstructured.Unstructured, spec autoscalingv2.HorizontalPodAutoscalerSpec) *unstructured.Unstructured {
	spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{
		APIVersion: target.GetAPIVersion(),
		Kind:       target.GetKind(),
		Name:       target.GetName(),
	}
	applied := autoscalingv2ac.HorizontalPodAutoscalerSpec()
	convert(&spec, applied)
	return object(autoscalingv2ac.HorizontalPodAutoscaler(target.GetName(), o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(applied))
}

// Scaling are the bounds and the metric of a ScaledObject.
type Scaling struct {
	// Min and Max bound the replicas.
	Min, Max int32
	// Trigger is the name of KEDA's scaler, such as "prometheus", and Metadata are its settings.
	Trigger  string
	Metadata map[string]string
	// AuthenticationKind and AuthenticationName refer to credentials; no name means none.
	AuthenticationKind, AuthenticationName string
}

// ScaledObject returns a KEDA autoscaler of that name for the target.
//
// Source: kedacore/keda apis/keda/v1alpha1/scaledobject_types.go@v2.17.0.
func ScaledObject(o Owner, name string, target *unstructured.Unstructured, scaling Scaling) *unstructured.Unstructured {
	metadata := map[string]any{}
	for key, value := range scaling.Metadata {
		metadata[key] = value
	}
	trigger := map[string]any{"type": scaling.Trigger, "metadata": metadata}
	if scaling.AuthenticationName != "" {
		trigger["authenticationRef"] = map[string]any{"kind": scaling.AuthenticationKind, "name": scaling.AuthenticationName}
	}
	scaled := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "keda.sh/v1alpha1",
		"kind":       "ScaledObject",
		"spec": map[string]any{
			"scaleTargetRef": map[string]any{
				"apiVersion": target.GetAPIVersion(), "kind": target.GetKind(), "name": target.GetName(),
			},
			"minReplicaCount": int64(scaling.Min),
			"maxReplicaCount": int64(scaling.Max),
			"triggers":        []any{trigger},
		},
	}}
	scaled.SetName(name)
	scaled.SetNamespace(o.Namespace)
	scaled.SetLabels(o.ObjectLabels())
	scaled.SetAnnotations(o.Annotations)
	return scaled
}

// PodDisruptionBudget returns a budget of that name for the selected pods. At most one
// of the bounds may be set.
func PodDisruptionBudget(o Owner, name string, selector map[string]string, minAvailable, maxUnavailable *intstr.IntOrString) *unstructured.Unstructured {
	spec := policyv1ac.PodDisruptionBudgetSpec().WithSelector(metav1ac.LabelSelector().WithMatchLabels(selector))
	spec.MinAvailable, spec.MaxUnavailable = minAvailable, maxUnavailable
	return object(policyv1ac.PodDisruptionBudget(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(spec))
}
