package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Cache is a volume for model weights. Exactly one of `claim_name` and `size` is set.
//
// +kubebuilder:validation:XValidation:rule="has(self.claimName) != has(self.size)",message="set exactly one of claim_name, to use an existing claim, and size, to create one"
type Cache struct {
	// An existing PersistentVolumeClaim in the namespace of the endpoint.
	// +optional
	ClaimName string `json:"claimName,omitempty"`
	// The size of a PersistentVolumeClaim to create, named `<name>-models`.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// The StorageClass of the claim to create; the cluster's default when unset.
	// +optional
	StorageClassName *string `json:"storageClassName,omitempty"`
	// How nodes may mount the claim to create. Several replicas on several nodes need `ReadWriteMany`.
	// +kubebuilder:validation:Enum=ReadWriteOnce;ReadWriteMany;ReadWriteOncePod
	// +kubebuilder:default=ReadWriteOnce
	// +optional
	AccessMode string `json:"accessMode,omitempty"`
	// Downloads the weights by a Job before pods start, and a changed model before pods of the former one end. Accelerators
	// are then not held by a download. An apply waits for the Job, and one that has failed is made again by the next. With
	// `wait.until = "accepted"` nothing is waited for, and pods download what the Job has not.
	// +optional
	Predownload *Predownload `json:"predownload,omitempty"`
}

// Predownload is the Job that downloads the weights. It has the node selector and the tolerations of the pods, since the volume may
// be bound where the Job runs.
type Predownload struct {
	// How often the download is tried again.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=4
	// +optional
	Retries *int32 `json:"retries,omitempty"`
	// CPU and memory of the Job.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// The image. Default: that of the engine, or, for what llama.cpp serves and for a `source`, one with curl.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Image string `json:"image,omitempty"`
}
