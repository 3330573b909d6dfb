package v1beta1

import corev1 "k8s.io/api/core/v1"

// ServingRuntimePodSpec is the pod of a runtime in the form that `engine_config` replaced. OME
// v0.1.5 reads the resources of its containers and the node selector, nothing else.
type ServingRuntimePodSpec struct {
	// Containers of the pod. Only their resources are still read.
	// +listType=map
	// +listMapKey=name
	// +optional
	Containers []corev1.Container `json:"containers,omitempty"`
	// Volumes of the pod. No longer read.
	// +listType=map
	// +listMapKey=name
	// +optional
	Volumes []corev1.Volume `json:"volumes,omitempty"`
	// Labels of the nodes the pods may run on.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Where the pod may run. No longer read.
	// +optional
	Affinity *corev1.Affinity `json:"affinity,omitempty"`
	// Taints of nodes that the pod tolerates. No longer read.
	// +listType=atomic
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Labels of the pod. No longer read.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the pod. No longer read.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// Secrets to pull images with. No longer read.
	// +listType=map
	// +listMapKey=name
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// The scheduler that places the pod. No longer read.
	// +optional
	SchedulerName string `json:"schedulerName,omitempty"`
	// Whether the pod shares memory with processes of its node. No longer read.
	// +optional
	HostIPC bool `json:"hostIPC,omitempty"`
	// How names are resolved. No longer read.
	// +optional
	DNSPolicy corev1.DNSPolicy `json:"dnsPolicy,omitempty"`
	// Whether the pod uses the network of its node. No longer read.
	// +optional
	HostNetwork bool `json:"hostNetwork,omitempty"`
}

// WorkerPodSpec is the pod of the workers of a runtime in the form that `engine_config`
// replaced.
type WorkerPodSpec struct {
	// Number of workers.
	// +optional
	Size *int `json:"size,omitempty"`

	ServingRuntimePodSpec `json:",inline"`
}
