package direct

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// OMEModel are the options of direct mode for a model of OME. They are about the claim
// that its files are downloaded to: models at `pvc://` and `local://` have their files already and take none.
type OMEModel struct {
	Common `json:",inline"`
	// The size of the PersistentVolumeClaim `<name>-model` that the files are downloaded to.
	// Required for models that are downloaded.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// The StorageClass of the claim; the cluster's default when unset. It cannot change.
	// +optional
	StorageClassName *string `json:"storageClassName,omitempty"`
	// How nodes may mount the claim. Services with pods on several nodes need `ReadWriteMany`. It cannot change.
	// +kubebuilder:validation:Enum=ReadWriteOnce;ReadWriteMany
	// +kubebuilder:default=ReadWriteOnce
	// +optional
	AccessMode string `json:"accessMode,omitempty"`
	// The image that downloads the files. Default: KServe's storage initializer, kept as it was when the
	// resource was made; another one takes the same two arguments, the URI and the directory.
	// Required for `oci://`, where it has to have Oracle's command `oci`.
	// +optional
	Image string `json:"image,omitempty"`
	// Environment variables of the download, such as `HF_ENDPOINT` or `AWS_ENDPOINT_URL` for a store of your own.
	// +listType=map
	// +listMapKey=name
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// The ServiceAccount of the download, for stores that know their clients by it.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// Compute resources of the download.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// Taints of nodes that the download tolerates. It runs on the nodes of `spec.storage`.
	// +listType=atomic
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Backoff limit of the download Job: number of retries before it is marked failed.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=3
	// +optional
	BackoffLimit *int32 `json:"backoffLimit,omitempty"`
}

// OMEClusterModel are the options of direct mode for a cluster-scoped model of OME.
type OMEClusterModel struct {
	OMEModel `json:",inline"`
	// The namespace of the claim and of the download, which is that of the services that use the
	// model. Required for models that are downloaded.
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	// +optional
	Namespace string `json:"namespace,omitempty"`
}
