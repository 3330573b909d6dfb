package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	policyv1ac "k8s.io/client-go/applyconfigurations/policy/v1"
)

// PodDisruptionBudget returns a budget of that name for the selected pods. At most one
// of the bounds may be set.
func PodDisruptionBudget(o Owner, name string, selector map[string]string, minAvailable, maxUnavailable *intstr.IntOrString) (*unstructured.Unstructured, error) {
	spec := policyv1ac.PodDisruptionBudgetSpec().WithSelector(metav1ac.LabelSelector().WithMatchLabels(selector))
	spec.MinAvailable, spec.MaxUnavailable = minAvailable, maxUnavailable
	return object(policyv1ac.PodDisruptionBudget(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(spec))
}
