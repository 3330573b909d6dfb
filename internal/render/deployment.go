package render

import (
	"math"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	appsv1ac "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
)

// noProgressDeadline keeps the Deployment controller from ever giving up on a rollout.
//
// Mirrors kubernetes/kubernetes pkg/controller/deployment/util/deployment_util.go@v1.36.3.
const noProgressDeadline = math.MaxInt32

// Deployment returns a Deployment of the owner's name, whose pods carry the owner's
// selector beside the labels of the template. An update replaces one pod at a time and
// deletes it first, as a LeaderWorkerSet does: accelerators are rarely free for a surge.
// It has no deadline for progress: pods that load weights make none that Kubernetes sees,
// for as long as that takes.
func Deployment(o Owner, replicas int32, template *corev1ac.PodTemplateSpecApplyConfiguration) (*unstructured.Unstructured, error) {
	return object(appsv1ac.Deployment(o.Name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithAnnotations(o.Annotations).
		WithSpec(appsv1ac.DeploymentSpec().
			WithReplicas(replicas).
			WithProgressDeadlineSeconds(noProgressDeadline).
			WithSelector(metav1ac.LabelSelector().WithMatchLabels(o.Selector())).
			WithStrategy(appsv1ac.DeploymentStrategy().
				WithType(appsv1.RollingUpdateDeploymentStrategyType).
				WithRollingUpdate(appsv1ac.RollingUpdateDeployment().
					WithMaxUnavailable(intstr.FromInt32(1)).
					WithMaxSurge(intstr.FromInt32(0)))).
			WithTemplate(template.WithLabels(o.Selector()))))
}
