package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ServingRuntime says how services of its namespace run models.
//
// +kubebuilder:object:root=true
type ServingRuntime struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Which models the runtime serves, and with which pods.
	// +optional
	Spec ServingRuntimeSpec `json:"spec,omitempty"`
	// What the operator reports about the runtime: nothing.
	// +optional
	Status ServingRuntimeStatus `json:"status,omitempty"`
}

// ClusterServingRuntime says how services of every namespace run models.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
type ClusterServingRuntime struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Which models the runtime serves, and with which pods.
	// +optional
	Spec ServingRuntimeSpec `json:"spec,omitempty"`
	// What the operator reports about the runtime: nothing.
	// +optional
	Status ServingRuntimeStatus `json:"status,omitempty"`
}

// ServingRuntimeStatus is what the operator reports about a runtime.
type ServingRuntimeStatus struct{}

// ServingRuntimeSpec says which models a runtime serves and with which pods.
type ServingRuntimeSpec struct {
	// The models the runtime serves.
	// +listType=atomic
	// +optional
	SupportedModelFormats []SupportedModelFormat `json:"supportedModelFormats,omitempty"`
	// The sizes of model that the runtime serves.
	// +optional
	ModelSizeRange *ModelSizeRangeSpec `json:"modelSizeRange,omitempty"`
	// Whether services must not use the runtime.
	// +optional
	Disabled *bool `json:"disabled,omitempty"`
	// The router. A service gets it when it has a `router`.
	// +optional
	RouterConfig *RouterSpec `json:"routerConfig,omitempty"`
	// The engine. The `engine` of a service is merged into it.
	// +optional
	EngineConfig *EngineSpec `json:"engineConfig,omitempty"`
	// The decoder. A service gets it when it has a `decoder`.
	// +optional
	DecoderConfig *DecoderSpec `json:"decoderConfig,omitempty"`
	// The interfaces of the server: `openAI`, `openInference-v1`, `openInference-v2`.
	// +listType=atomic
	// +optional
	ProtocolVersions []string `json:"protocolVersions,omitempty"`

	ServingRuntimePodSpec `json:",inline"`

	// The workers in the form that `engine_config` replaced. Only their number is still looked at.
	// +optional
	WorkerPodSpec *WorkerPodSpec `json:"workers,omitempty"`
	// The accelerators that the runtime can use.
	// +optional
	// +inference:since=v0.1.5
	AcceleratorRequirements *AcceleratorRequirements `json:"acceleratorRequirements,omitempty"`
}

// SupportedModelFormat is one kind of model that a runtime serves. A model must agree in
// format, framework, architecture and quantization; what neither says agrees.
type SupportedModelFormat struct {
	// A name of the entry. It does not take part in the choice of a runtime.
	// +optional
	Name string `json:"name,omitempty"`
	// The format of the model's files.
	ModelFormat *ModelFormat `json:"modelFormat"`
	// No longer used.
	// +optional
	ModelType *string `json:"modelType,omitempty"`
	// No longer used: the versions of `model_format` and `model_framework` are.
	// +optional
	Version *string `json:"version,omitempty"`
	// The library that the model is written for.
	ModelFramework *ModelFrameworkSpec `json:"modelFramework"`
	// The class that implements the model, such as `LlamaForCausalLM`.
	// +optional
	ModelArchitecture *string `json:"modelArchitecture,omitempty"`
	// How the weights are quantized, such as `fp8`.
	// +optional
	Quantization *string `json:"quantization,omitempty"`
	// The parts that a diffusion model must have.
	// +optional
	// +inference:since=v0.1.5
	DiffusionPipeline *DiffusionPipelineSpec `json:"diffusionPipeline,omitempty"`
	// Whether services that name no runtime may get this one.
	// +optional
	AutoSelect *bool `json:"autoSelect,omitempty"`
	// The weight of the entry in the choice of a runtime.
	// +kubebuilder:validation:Minimum=1
	// +optional
	Priority *int32 `json:"priority,omitempty"`
	// What changes with an accelerator, by AcceleratorClass.
	// +optional
	// +inference:since=v0.1.5
	AcceleratorConfig map[string]AcceleratorModelConfig `json:"acceleratorConfig,omitempty"`
}

// ModelSizeRangeSpec is a range of model sizes. Both ends are needed.
type ModelSizeRangeSpec struct {
	// The smallest number of parameters, such as `5B`.
	// +optional
	Min *string `json:"min,omitempty"`
	// The largest number of parameters, such as `9B`.
	// +optional
	Max *string `json:"max,omitempty"`
}

// AcceleratorModelConfig is what changes with an accelerator.
type AcceleratorModelConfig struct {
	// The memory, in GiB, that a billion parameters take.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MinMemoryPerBillionParams *int64 `json:"minMemoryPerBillionParams,omitempty"`
	// How the model is split.
	// +optional
	TensorParallelismOverride *TensorParallelismConfig `json:"tensorParallelismOverride,omitempty"`
	// Arguments of the runner, which replace those of the same flag.
	// +listType=atomic
	// +optional
	RuntimeArgsOverride []string `json:"runtimeArgsOverride,omitempty"`
	// Environment variables of the runner.
	// +optional
	EnvironmentOverride map[string]string `json:"environmentOverride,omitempty"`
}

// TensorParallelismConfig is how a model is split over accelerators.
type TensorParallelismConfig struct {
	// The number of accelerators that share every layer.
	// +kubebuilder:validation:Minimum=0
	// +optional
	TensorParallelSize *int64 `json:"tensorParallelSize,omitempty"`
	// The number of groups that share the layers.
	// +kubebuilder:validation:Minimum=0
	// +optional
	PipelineParallelSize *int64 `json:"pipelineParallelSize,omitempty"`
	// The number of copies. OME v0.1 does not use it.
	// +kubebuilder:validation:Minimum=0
	// +optional
	DataParallelSize *int64 `json:"dataParallelSize,omitempty"`
}

// AcceleratorRequirements are the accelerators that a runtime can use.
type AcceleratorRequirements struct {
	// The AcceleratorClasses the runtime can use. All of them must exist.
	// +listType=atomic
	// +optional
	AcceleratorClasses []string `json:"acceleratorClasses,omitempty"`
	// The least memory, in GiB.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MinMemory *int64 `json:"minMemory,omitempty"`
	// The least compute performance, in trillions of operations per second.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MinComputePerformanceTFLOPS *int64 `json:"minComputePerformanceTFLOPS,omitempty"`
	// Features that the accelerator must have.
	// +listType=atomic
	// +optional
	RequiredFeatures []string `json:"requiredFeatures,omitempty"`
	// The least compute capability. Versions are compared as text.
	// +optional
	MinArchitectureVersion *string `json:"minArchitectureVersion,omitempty"`
	// Number formats that the accelerator should be good at.
	// +listType=atomic
	// +optional
	PreferredPrecisions []string `json:"preferredPrecisions,omitempty"`
}
