package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// ConfigMap returns a ConfigMap of that name with the texts by their keys.
func ConfigMap(o Owner, name string, data map[string]string) (*unstructured.Unstructured, error) {
	return object(corev1ac.ConfigMap(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithData(data))
}
