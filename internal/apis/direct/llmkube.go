package direct

import (
	"k8s.io/apimachinery/pkg/api/resource"
)

// LLMKubeService are the options of direct mode for LLMKube's services: what an
// installation of LLMKube says once for all its services, said for one.
type LLMKubeService struct {
	Common `json:",inline"`
	// The claim that keeps the weights, named `<name>-model-cache`. It is made for every service that downloads
	// its model, unless `spec.model_cache` says otherwise.
	// +optional
	Cache *LLMKubeCache `json:"cache,omitempty"`
	// Whether a container that runs as root gives the cache to the group of the pods before the download.
	// Volumes that heed `fs_group` do without, and so must namespaces that allow no root.
	// +kubebuilder:default=true
	// +optional
	PrepareCache *bool `json:"prepareCache,omitempty"`
	// The group that owns the volumes of the pods, unless `spec.pod_security_context` is set. 0 means none.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=102
	// +optional
	FSGroup *int64 `json:"fsGroup,omitempty"`
	// The group of the nodes that may open `/dev/dri`, for GPUs of AMD that pods get as `devic.es/dri-render`.
	// +kubebuilder:validation:Minimum=1
	// +optional
	RenderGroup *int64 `json:"renderGroup,omitempty"`
	// The image that prepares the cache and downloads the model: it has a shell and curl. Default: the
	// provider's own, kept as it was when the resource was made.
	// +optional
	DownloadImage string `json:"downloadImage,omitempty"`
	// The ConfigMap in the namespace of the service whose certificates the download trusts besides those of its image.
	// +optional
	CAConfigMap string `json:"caConfigMap,omitempty"`
	// The folders of the nodes that models may come from. Sources in other folders are refused.
	// +optional
	HostFolders []string `json:"hostFolders,omitempty"`
	// The labels of the nodes whose GPUs are shared, for `spec.resources.gpu_sharing`.
	// +optional
	SharedGPUNodes map[string]string `json:"sharedGPUNodes,omitempty"`
	// Give the pods the PriorityClass `llmkube-<priority>` that `spec.priority` stands for. The cluster must have it.
	// +optional
	PriorityClasses bool `json:"priorityClasses,omitempty"`
	// Annotate the pods for a Prometheus that finds what to scrape by annotations.
	// +optional
	ScrapeAnnotations bool `json:"scrapeAnnotations,omitempty"`
}

// LLMKubeCache is the claim that keeps the weights of a service.
type LLMKubeCache struct {
	// Its size.
	// +kubebuilder:default="100Gi"
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// Its StorageClass; the cluster's default when unset.
	// +optional
	StorageClassName *string `json:"storageClassName,omitempty"`
	// How nodes may mount it. Several replicas on several nodes need `ReadWriteMany`.
	// +kubebuilder:validation:Enum=ReadWriteOnce;ReadWriteMany;ReadWriteOncePod
	// +kubebuilder:default=ReadWriteOnce
	// +optional
	AccessMode string `json:"accessMode,omitempty"`
}
