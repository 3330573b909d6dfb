package render

import (
	"math"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// noProgressDeadline keeps the Deployment controller from ever giving up on a rollout.
//
// Mirrors kubernetes/kubernetes pkg/controller/deployment/util/deployment_util.go@v1.36.3.
const noProgressDeadline = math.MaxInt32

// Deployment returns the Deployment of an owner that has no other workload, under the owner's name: its pods
// carry the owner's selector beside the labels of the template.
func Deployment(o Owner, replicas int32, strategy appsv1.DeploymentStrategy, template *corev1ac.PodTemplateSpecApplyConfiguration) (*unstructured.Unstructured, error) {
	return ComponentDeployment(Component{Owner: o, Name: o.Name, Selector: o.Selector()}, replicas, strategy, template)
}

// DeleteFirst replaces one pod at a time and deletes it first, as a LeaderWorkerSet does: accelerators
// are rarely free for a surge.
func DeleteFirst() appsv1.DeploymentStrategy {
	one, none := intstr.FromInt32(1), intstr.FromInt32(0)
	return appsv1.DeploymentStrategy{
		Type:          appsv1.RollingUpdateDeploymentStrategyType,
		RollingUpdate: &appsv1.RollingUpdateDeployment{MaxUnavailable: &one, MaxSurge: &none},
	}
}
