// Package role holds what the kinds of Kthena share: the roles of a group and their pods,
// and the parts of the status that both report.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/model_serving_types.go@v1.0.0.
package role

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Role is one part of a group, such as prefill or decode. Each of its instances is an
// entry pod and the workers beside it.
type Role struct {
	// Name of the role, unique in the group. Pods are named after it, so it must be lower case.
	// +kubebuilder:validation:MaxLength=12
	// +kubebuilder:validation:Pattern=`^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
	Name string `json:"name"`
	// Number of instances of the role in a group. One prefill and one decode instance
	// make a 1P1D deployment.
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The entry pod, of which every instance has one.
	EntryTemplate PodTemplateSpec `json:"entryTemplate"`
	// Number of worker pods of an instance, beside its entry pod.
	WorkerReplicas int32 `json:"workerReplicas"`
	// The worker pods. Needed once `worker_replicas` is more than 0; with it, the entry
	// pod gets a headless Service, through which workers reach it.
	// +optional
	WorkerTemplate *PodTemplateSpec `json:"workerTemplate,omitempty"`
}

// PodTemplateSpec describes the pods of a role.
type PodTemplateSpec struct {
	// Labels and annotations of the pods.
	// +optional
	Metadata *Metadata `json:"metadata,omitempty"`
	// What the pods run.
	// +optional
	Spec *corev1.PodSpec `json:"spec,omitempty"`
}

// Metadata is what a template says of the metadata of its pods.
type Metadata struct {
	// Labels of the pods. Keys of Kthena's own domain are not allowed.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the pods. Before v0.4.0 any annotation makes the controller crash.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
}

// Status is what the controller reports, counted in groups.
type Status struct {
	// The generation of the spec that the status is about.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Groups that exist, ready or not.
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
	// Groups of an older revision.
	// +optional
	CurrentReplicas int32 `json:"currentReplicas,omitempty"`
	// Groups of the newest revision, ready or not.
	// +optional
	UpdatedReplicas int32 `json:"updatedReplicas,omitempty"`
	// Groups whose pods are all ready.
	// +optional
	AvailableReplicas int32 `json:"availableReplicas,omitempty"`
	// What is known about the groups as a whole: `Available`, `Progressing` and `UpdateInProgress`.
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
