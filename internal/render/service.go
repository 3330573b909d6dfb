package render

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// Service returns a Service with one TCP port that leads to the same port of the
// selected pods.
func Service(o Owner, name string, selector map[string]string, portName string, port int32) (*unstructured.Unstructured, error) {
	return object(corev1ac.Service(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(corev1ac.ServiceSpec().
			WithSelector(selector).
			WithPorts(corev1ac.ServicePort().
				WithName(portName).
				WithProtocol(corev1.ProtocolTCP).
				WithPort(port).
				WithTargetPort(intstr.FromInt32(port)))))
}
