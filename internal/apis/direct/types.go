// Package direct holds the options of direct mode, one type for each system that can
// be rendered without its operator. They go through the same schema pipeline as the
// API types of the upstream systems.
package direct

import (
	"k8s.io/apimachinery/pkg/api/resource"
)

// Common are the options of direct mode that every kind has.
type Common struct {
	// Take the container images that this version of the provider fills in where nobody
	// names one, instead of keeping those that the resource was made with. Default `false`.
	// +optional
	UpgradeImages bool `json:"upgradeImages,omitempty"`
	// Apply workloads in a cluster where a controller is installed that takes hold of every workload
	// of their kind, such as Kthena of LeaderWorkerSets. Default `false`: the apply fails instead.
	// +optional
	AllowForeignControllers bool `json:"allowForeignControllers,omitempty"`
}

// Cache is a volume for model weights. Exactly one of `claim_name` and `size` is set.
//
// +kubebuilder:validation:XValidation:rule="has(self.claimName) != has(self.size)",message="set exactly one of claim_name, to use an existing claim, and size, to create one"
type Cache struct {
	// An existing PersistentVolumeClaim in the namespace of the workload.
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
}
