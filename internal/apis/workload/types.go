// Package workload names the Kubernetes objects that direct mode creates, so that the
// definitions table has their shapes: the engine compares live objects by them. Nobody configures
// these types, and no resource has them.
package workload

import (
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
)

// Metadata is what a resource configures of an object's metadata beside its name.
type Metadata struct {
	// Labels of the object.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the object.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
}

// Deployment is apps/v1 Deployment.
type Deployment struct {
	Metadata Metadata              `json:"metadata"`
	Spec     appsv1.DeploymentSpec `json:"spec"`
}

// LeaderWorkerSet is leaderworkerset.x-k8s.io/v1 LeaderWorkerSet.
type LeaderWorkerSet struct {
	Metadata Metadata                  `json:"metadata"`
	Spec     lwsv1.LeaderWorkerSetSpec `json:"spec"`
}

// Service is v1 Service.
type Service struct {
	Metadata Metadata           `json:"metadata"`
	Spec     corev1.ServiceSpec `json:"spec"`
}

// PersistentVolumeClaim is v1 PersistentVolumeClaim.
type PersistentVolumeClaim struct {
	Metadata Metadata                         `json:"metadata"`
	Spec     corev1.PersistentVolumeClaimSpec `json:"spec"`
}

// HorizontalPodAutoscaler is autoscaling/v2 HorizontalPodAutoscaler.
type HorizontalPodAutoscaler struct {
	Metadata Metadata                                  `json:"metadata"`
	Spec     autoscalingv2.HorizontalPodAutoscalerSpec `json:"spec"`
}

// ResourceClaimTemplate is resource.k8s.io/v1 ResourceClaimTemplate.
type ResourceClaimTemplate struct {
	Metadata Metadata                             `json:"metadata"`
	Spec     resourcev1.ResourceClaimTemplateSpec `json:"spec"`
}

// Job is batch/v1 Job.
type Job struct {
	Metadata Metadata        `json:"metadata"`
	Spec     batchv1.JobSpec `json:"spec"`
}

// PodDisruptionBudget is policy/v1 PodDisruptionBudget.
type PodDisruptionBudget struct {
	Metadata Metadata                         `json:"metadata"`
	Spec     policyv1.PodDisruptionBudgetSpec `json:"spec"`
}

// ConfigMap is v1 ConfigMap.
type ConfigMap struct {
	Metadata Metadata `json:"metadata"`
	// +optional
	Data map[string]string `json:"data,omitempty"`
}

// Secret is v1 Secret, with data as the API writes it.
type Secret struct {
	Metadata Metadata `json:"metadata"`
	// +optional
	Data map[string]string `json:"data,omitempty"`
}

// ServiceAccount is v1 ServiceAccount.
type ServiceAccount struct {
	Metadata Metadata `json:"metadata"`
	// +optional
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
}

// Role is rbac.authorization.k8s.io/v1 Role.
type Role struct {
	Metadata Metadata            `json:"metadata"`
	Rules    []rbacv1.PolicyRule `json:"rules"`
}

// RoleBinding is rbac.authorization.k8s.io/v1 RoleBinding.
type RoleBinding struct {
	Metadata Metadata         `json:"metadata"`
	RoleRef  rbacv1.RoleRef   `json:"roleRef"`
	Subjects []rbacv1.Subject `json:"subjects,omitempty"`
}
