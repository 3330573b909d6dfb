package render

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// HeadlessService returns a Service without an address of its own: its name stands for
// the selected pods, ready or not.
func HeadlessService(o Owner, name string, selector map[string]string) (*unstructured.Unstructured, error) {
	return object(corev1ac.Service(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(corev1ac.ServiceSpec().
			WithClusterIP(corev1.ClusterIPNone).
			WithPublishNotReadyAddresses(true).
			WithSelector(selector)))
}
