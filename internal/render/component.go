package render

import (
	"maps"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	appsv1ac "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
)

// Component is one of several workloads of an owner.
type Component struct {
	Owner
	// Name is the name of the workload, and of its Service.
	Name string
	// Selector are labels that the pods of this component have and those of others do not.
	// They cannot change during its life.
	Selector map[string]string
	// Notes are annotations of the workload itself, which its pods do not get.
	Notes map[string]string
}

// annotations are those of the workload.
func (c Component) annotations() map[string]string {
	all := maps.Clone(c.Annotations)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, c.Notes)
	return all
}

// ComponentDeployment returns the Deployment of a component, whose pods carry the
// component's selector beside the labels of the template. It has no deadline for
// progress: pods that load weights make none that Kubernetes sees, for as long as that takes.
func ComponentDeployment(c Component, replicas int32, strategy appsv1.DeploymentStrategy, template *corev1ac.PodTemplateSpecApplyConfiguration) (*unstructured.Unstructured, error) {
	applied := appsv1ac.DeploymentStrategy()
	if err := convert(&strategy, applied); err != nil {
		return nil, err
	}
	return object(appsv1ac.Deployment(c.Name, c.Namespace).
		WithLabels(c.ObjectLabels()).
		WithAnnotations(c.annotations()).
		WithSpec(appsv1ac.DeploymentSpec().
			WithReplicas(replicas).
			WithProgressDeadlineSeconds(noProgressDeadline).
			WithSelector(metav1ac.LabelSelector().WithMatchLabels(c.Selector)).
			WithStrategy(applied).
			WithTemplate(template.WithLabels(c.Selector))))
}

// ServiceOf returns a Service of that name with the given spec.
func ServiceOf(o Owner, name string, spec corev1.ServiceSpec) (*unstructured.Unstructured, error) {
	applied := corev1ac.ServiceSpec()
	if err := convert(&spec, applied); err != nil {
		return nil, err
	}
	return object(corev1ac.Service(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithAnnotations(o.Annotations).
		WithSpec(applied))
}
