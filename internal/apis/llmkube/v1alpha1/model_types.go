package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Model declares the weights of a model and the accelerator they are made for. It runs
// nothing by itself: services in the same namespace name it.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=mdl,path=models
// +kubebuilder:subresource:status
type Model struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the model is and where it comes from.
	Spec ModelSpec `json:"spec"`
	// What the controller reports about the model.
	// +optional
	Status ModelStatus `json:"status,omitempty"`
}

// ModelSpec describes one model.
type ModelSpec struct {
	// Where the weights come from: an `http(s)://` address of one file, `pvc://<claim>/<path>`, an absolute
	// path or `file://` address on the node, a Hugging Face repository as `<org>/<name>`, and, from
	// v0.9.19, `hf://<org>/<name>@<revision>` and `s3://<bucket>/<key>`. A change replaces the model.
	// +kubebuilder:validation:Pattern=`^(https?|file|pvc|hf|s3)://.*|^/[^\s]+$|^[a-zA-Z0-9][\w\-\.\/]+$`
	Source string `json:"source"`
	// Hexadecimal SHA-256 of the file. The controller compares it only for files that it reads
	// itself, that is for local sources.
	// +kubebuilder:validation:Pattern=`^[a-fA-F0-9]{64}$`
	// +optional
	SHA256 string `json:"sha256,omitempty"`
	// The Secret in the namespace of the model whose keys become environment variables of the
	// download. Sources of S3 need `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and `AWS_ENDPOINT_URL` in it.
	// +optional
	// +inference:since=v0.9.19
	SourceSecretRef *corev1.LocalObjectReference `json:"sourceSecretRef,omitempty"`
	// Whether a file that is in the cache is fetched again: never, or when its size at the source differs.
	// +kubebuilder:validation:Enum=IfNotPresent;OnChange
	// +kubebuilder:default=IfNotPresent
	// +optional
	RefreshPolicy string `json:"refreshPolicy,omitempty"`
	// Download into the shared cache of the namespace at once instead of when the first service starts.
	// +optional
	// +inference:since=v0.9.19
	Prefetch bool `json:"prefetch,omitempty"`
	// The taints that the pod of the Job of `prefetch` tolerates. A change takes effect with the next Job.
	// +optional
	// +inference:since=907ac8d8
	PrefetchTolerations []corev1.Toleration `json:"prefetchTolerations,omitempty"`
	// The format of the weights. llama.cpp serves `gguf`, the agent for macOS `mlx`.
	// +kubebuilder:validation:Enum=gguf;mlx;safetensors;pytorch;custom
	// +kubebuilder:default=gguf
	// +optional
	Format string `json:"format,omitempty"`
	// How the weights are quantised, such as `Q4_K_M`. For people: nothing reads it.
	// +optional
	Quantization string `json:"quantization,omitempty"`
	// The files to load from a repository or a prefix, as paths below `source`; the first is the one
	// that the engine gets. A change replaces the model.
	// +optional
	// +inference:since=v0.9.19
	Files []string `json:"files,omitempty"`
	// The multimodal projector, a file beside `files`. A change replaces the model.
	// +optional
	// +inference:since=v0.9.19
	Mmproj string `json:"mmproj,omitempty"`
	// The accelerator the model is meant for.
	// +optional
	Hardware *HardwareSpec `json:"hardware,omitempty"`
	// Resources the model needs. Nothing reads them: set those of the service.
	// +optional
	Resources *ModelResources `json:"resources,omitempty"`
}

// HardwareSpec is the accelerator a model is meant for.
type HardwareSpec struct {
	// The kind of acceleration. `metal` hands the services of the model to the agent for macOS; every other
	// value only says which nodes count for `accelerator_ready`. What pods ask for follows from `gpu`.
	// +kubebuilder:validation:Enum=cpu;metal;cuda;rocm;intel;vulkan
	// +kubebuilder:default=cpu
	// +optional
	Accelerator string `json:"accelerator,omitempty"`
	// The GPUs of one pod.
	// +optional
	GPU *GPUSpec `json:"gpu,omitempty"`
	// Memory that the model may use on macOS, such as `24Gi`. Wins over `memory_fraction`.
	// +optional
	MemoryBudget string `json:"memoryBudget,omitempty"`
	// Share of the memory that the model may use on macOS, more than 0 and at most 1.
	// +optional
	MemoryFraction *float64 `json:"memoryFraction,omitempty"`
}

// GPUSpec is what one pod needs of GPUs.
//
// +kubebuilder:validation:XValidation:rule="!(has(self.resourceName) && has(self.resourceClaims) && self.resourceClaims.size() > 0)",message="set either resource_name, for a device plugin, or resource_claims, for dynamic resource allocation"
type GPUSpec struct {
	// Whether the model is meant for a GPU. It chooses the default image; the number of GPUs that pods request is `count`.
	// +optional
	Enabled bool `json:"enabled,omitempty"`
	// Number of GPUs that a pod requests. Wins over that of the service.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=8
	// +optional
	Count int32 `json:"count,omitempty"`
	// Memory one GPU must have, such as `16Gi`. Only quotas of shared GPUs count it.
	// +optional
	Memory string `json:"memory,omitempty"`
	// The maker of the GPU. Resource, toleration and default image follow from it.
	// +kubebuilder:validation:Enum=nvidia;amd;intel
	// +kubebuilder:default=nvidia
	// +optional
	Vendor string `json:"vendor,omitempty"`
	// The extended resource that pods ask for, such as `nvidia.com/gpu`, instead of the one that follows from `vendor`.
	// +kubebuilder:validation:Pattern=`^[a-z0-9.\-]+/[a-z0-9._\-]+$`
	// +optional
	// +inference:since=v0.9.19
	ResourceName string `json:"resourceName,omitempty"`
	// The key of the taint that pods tolerate, instead of the name of the resource.
	// +kubebuilder:validation:Pattern=`^[a-z0-9.\-]+/[a-z0-9._\-]+$`
	// +optional
	// +inference:since=v0.9.19
	TolerationKey string `json:"tolerationKey,omitempty"`
	// How llama.cpp drives a GPU of AMD. Ignored for other vendors.
	// +kubebuilder:validation:Enum=vulkan;rocm
	// +optional
	// +inference:since=v0.9.19
	Runtime string `json:"runtime,omitempty"`
	// Number of layers offloaded to the GPU by llama.cpp. 0 and -1 mean all of them.
	// +kubebuilder:validation:Minimum=-1
	// +optional
	Layers int32 `json:"layers,omitempty"`
	// How llama.cpp spreads the model over several GPUs.
	// +optional
	Sharding *GPUShardingSpec `json:"sharding,omitempty"`
	// Claims of dynamic resource allocation that provide the GPUs instead of a device plugin.
	// +kubebuilder:validation:MaxItems=16
	// +kubebuilder:validation:XValidation:rule="self.size() == 0 || self.all(c, (has(c.resourceClaimName) && !has(c.resourceClaimTemplateName)) || (!has(c.resourceClaimName) && has(c.resourceClaimTemplateName)))",message="set exactly one of resource_claim_name and resource_claim_template_name in every claim"
	// +optional
	// +inference:since=v0.9.19
	ResourceClaims []corev1.PodResourceClaim `json:"resourceClaims,omitempty"`
}

// GPUShardingSpec spreads a model over several GPUs.
type GPUShardingSpec struct {
	// What is spread: whole `layer`s, the rows of every tensor (`tensor` and `row`), or nothing. `pipeline` is served as `layer`.
	// +kubebuilder:validation:Enum=layer;tensor;row;pipeline;none
	// +kubebuilder:default=layer
	// +optional
	Strategy string `json:"strategy,omitempty"`
	// The layers of each GPU as `<first>-<last>`, one entry a GPU, such as `["0-24", "25-39"]`. Equal shares when unset.
	// +optional
	LayerSplit []string `json:"layerSplit,omitempty"`
}

// ModelResources are what a model needs beside GPUs.
type ModelResources struct {
	// Processors, such as `2` or `2000m`.
	// +optional
	CPU string `json:"cpu,omitempty"`
	// Memory, such as `4Gi`.
	// +optional
	Memory string `json:"memory,omitempty"`
}

// ModelStatus is what the controller reports about a model.
type ModelStatus struct {
	// How far the model has come. Ready does not mean downloaded: remote files are fetched by the pods that serve them.
	// +kubebuilder:validation:Enum=Pending;Downloading;Copying;Ready;Failed
	// +optional
	Phase string `json:"phase,omitempty"`
	// Where the weights are.
	// +optional
	Path string `json:"path,omitempty"`
	// The folder of the weights in the cache, made of the source.
	// +optional
	CacheKey string `json:"cacheKey,omitempty"`
	// The SHA-256 of the file that the controller has read.
	// +optional
	SHA256 string `json:"sha256,omitempty"`
	// The size of the file.
	// +optional
	Size string `json:"size,omitempty"`
	// Whether a node has the accelerator. It holds nothing back.
	// +optional
	AcceleratorReady bool `json:"acceleratorReady,omitempty"`
	// What the header of a GGUF file says.
	// +optional
	GGUF *GGUFMetadata `json:"gguf,omitempty"`
	// The version of the file at its source, as its server names it.
	// +optional
	SourceETag string `json:"sourceETag,omitempty"`
	// The size of the file at its source, in bytes.
	// +optional
	SourceContentLength int64 `json:"sourceContentLength,omitempty"`
	// When the source was last compared.
	// +optional
	LastRevalidated *metav1.Time `json:"lastRevalidated,omitempty"`
	// When the status was last written.
	// +optional
	LastUpdated *metav1.Time `json:"lastUpdated,omitempty"`
	// The files in the cache, as paths below the source.
	// +optional
	// +inference:since=v0.9.19
	StagedFiles []string `json:"stagedFiles,omitempty"`
	// Conditions of the model: Available, Progressing, Degraded and SourceDrifted.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// GGUFMetadata is what the header of a GGUF file says.
type GGUFMetadata struct {
	// The architecture, such as `llama`.
	// +optional
	Architecture string `json:"architecture,omitempty"`
	// The longest context in tokens that the model was trained for.
	// +optional
	ContextLength int64 `json:"contextLength,omitempty"`
	// The length of an embedding.
	// +optional
	EmbeddingSize int64 `json:"embeddingSize,omitempty"`
	// The version of the file format.
	// +optional
	FileVersion int32 `json:"fileVersion,omitempty"`
	// The number of attention heads.
	// +optional
	HeadCount int64 `json:"headCount,omitempty"`
	// The number of layers.
	// +optional
	LayerCount int64 `json:"layerCount,omitempty"`
	// The licence.
	// +optional
	License string `json:"license,omitempty"`
	// The name of the model.
	// +optional
	ModelName string `json:"modelName,omitempty"`
	// How the weights are quantised.
	// +optional
	Quantization string `json:"quantization,omitempty"`
	// The number of tensors.
	// +optional
	TensorCount int64 `json:"tensorCount,omitempty"`
}
