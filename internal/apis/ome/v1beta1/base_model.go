package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// BaseModel is a model that inference services of its namespace can serve.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type BaseModel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the model is and where its files come from.
	// +optional
	Spec BaseModelSpec `json:"spec,omitempty"`
	// What the operator reports about the model.
	// +optional
	Status ModelStatusSpec `json:"status,omitempty"`
}

// ClusterBaseModel is a model that inference services of every namespace can serve.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
type ClusterBaseModel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the model is and where its files come from.
	// +optional
	Spec BaseModelSpec `json:"spec,omitempty"`
	// What the operator reports about the model.
	// +optional
	Status ModelStatusSpec `json:"status,omitempty"`
}

// BaseModelSpec describes a model. What is left out of the description is filled in by the
// operator from the configuration files of the downloaded model.
type BaseModelSpec struct {
	// The format of the model's files.
	// +optional
	ModelFormat ModelFormat `json:"modelFormat,omitempty"`
	// The family of the model's architecture, such as `llama`, as in the field `model_type` of its
	// configuration file.
	// +optional
	ModelType *string `json:"modelType,omitempty"`
	// The library that the model is written for.
	// +optional
	ModelFramework *ModelFrameworkSpec `json:"modelFramework,omitempty"`
	// The class that implements the model, such as `LlamaForCausalLM`.
	// +optional
	ModelArchitecture *string `json:"modelArchitecture,omitempty"`
	// How the weights are quantized, such as `fp8`, `fbgemm_fp8` or `int4`. Runtimes must say the same.
	// +optional
	Quantization *string `json:"quantization,omitempty"`
	// The number of parameters with a suffix: `T`, `B` or `M`, such as `7B`.
	// +optional
	ModelParameterSize *string `json:"modelParameterSize,omitempty"`
	// What the model can do, such as `TEXT_GENERATION` or `EMBEDDING`.
	// +listType=atomic
	// +optional
	ModelCapabilities []string `json:"modelCapabilities,omitempty"`
	// The interfaces the model can be served with, such as `OPENAI_V1_CHAT_COMPLETIONS`.
	// +listType=atomic
	// +optional
	// +inference:since=v0.1.5
	APICapabilities []string `json:"apiCapabilities,omitempty"`
	// The parts of a diffusion model.
	// +optional
	// +inference:since=v0.1.5
	DiffusionPipeline *DiffusionPipelineSpec `json:"diffusionPipeline,omitempty"`
	// The configuration file of the model. The operator always overwrites it.
	// +optional
	ModelConfiguration FreeForm `json:"modelConfiguration,omitempty"`
	// Where the model's files come from, and where they go.
	Storage *StorageSpec `json:"storage"`

	ModelExtensionSpec `json:",inline"`

	// How the model may be served: `On-demand`, `Dedicated`.
	// +listType=atomic
	// +optional
	ServingMode []string `json:"servingMode,omitempty"`
	// The most tokens the model can process at once.
	// +optional
	MaxTokens *int32 `json:"maxTokens,omitempty"`
	// Notes of any kind about the model.
	// +optional
	AdditionalMetadata map[string]string `json:"additionalMetadata,omitempty"`
}

// ModelExtensionSpec is what models and fine-tuned weights have in common.
type ModelExtensionSpec struct {
	// The name of the model for people.
	// +optional
	DisplayName *string `json:"displayName,omitempty"`
	// The version of the model.
	// +optional
	Version *string `json:"version,omitempty"`
	// Whether services must not use the model.
	// +optional
	Disabled *bool `json:"disabled,omitempty"`
	// Who made the model. It becomes the value of a pod label, so it must be a valid one.
	// +optional
	Vendor *string `json:"vendor,omitempty"`
	// The compartment of Oracle Cloud that the model belongs to.
	// +optional
	CompartmentID *string `json:"compartmentID,omitempty"`
}

// FreeForm is an object of any fields.
//
// +kubebuilder:pruning:PreserveUnknownFields
type FreeForm struct{}

// ModelFormat is a file format of models.
type ModelFormat struct {
	// The name of the format, such as `safetensors`.
	Name string `json:"name"`
	// The version of the format: one to three numbers with dots between them.
	// +optional
	Version *string `json:"version,omitempty"`
	// How a runtime compares its version with that of a model: `Equal`, `GreaterThan` or
	// `GreaterThanOrEqual`. It has no effect on a model.
	// +kubebuilder:default=Equal
	// +optional
	// +inference:since=v0.1.5
	Operator *string `json:"operator,omitempty"`
	// How much an agreement on the format counts in the choice of a runtime.
	// +kubebuilder:default=1
	// +optional
	// +inference:since=v0.1.5
	Weight int64 `json:"weight,omitempty"`
}

// ModelFrameworkSpec is a library that models are written for.
type ModelFrameworkSpec struct {
	// The name of the library, such as `transformers`.
	Name string `json:"name"`
	// The version of the library: one to three numbers with dots between them.
	// +optional
	Version *string `json:"version,omitempty"`
	// How a runtime compares its version with that of a model: `Equal`, `GreaterThan` or
	// `GreaterThanOrEqual`. It has no effect on a model.
	// +kubebuilder:default=Equal
	// +optional
	// +inference:since=v0.1.5
	Operator *string `json:"operator,omitempty"`
	// How much an agreement on the library counts in the choice of a runtime.
	// +kubebuilder:default=1
	// +optional
	// +inference:since=v0.1.5
	Weight int64 `json:"weight,omitempty"`
}

// DiffusionPipelineSpec names the parts of a diffusion model.
type DiffusionPipelineSpec struct {
	// The class of the pipeline, such as `FluxPipeline`.
	// +optional
	ClassName *string `json:"className,omitempty"`
	// The scheduler of the denoising steps.
	// +optional
	Scheduler *DiffusionComponent `json:"scheduler,omitempty"`
	// The encoder of the prompt.
	// +optional
	TextEncoder *DiffusionComponent `json:"textEncoder,omitempty"`
	// The tokenizer of the prompt.
	// +optional
	Tokenizer *DiffusionComponent `json:"tokenizer,omitempty"`
	// The transformer that denoises.
	// +optional
	Transformer *DiffusionComponent `json:"transformer,omitempty"`
	// The variational autoencoder.
	// +optional
	VAE *DiffusionComponent `json:"vae,omitempty"`
	// Further parts, by name.
	// +mapType=atomic
	// +optional
	AdditionalComponents map[string]DiffusionComponent `json:"additionalComponents,omitempty"`
}

// DiffusionComponent is one part of a diffusion model.
type DiffusionComponent struct {
	// The library that has the class, such as `diffusers`.
	// +optional
	Library *string `json:"library,omitempty"`
	// The class, such as `AutoencoderKL`.
	// +optional
	Type *string `json:"type,omitempty"`
}

// ModelStatusSpec is what the operator reports about a model.
type ModelStatusSpec struct {
	// The lifecycle stage of the model: `Deprecated`, `Experiment`, `Public` or `Internal`.
	// +optional
	LifeCycle *string `json:"lifecycle,omitempty"`
	// How far the model is: `Ready` once at least one node has it, `Failed` once nodes
	// failed and none has it, `In_Transit` before.
	// +kubebuilder:validation:Enum=Creating;Importing;In_Transit;In_Training;Ready;Failed
	State string `json:"state"`
	// The nodes that have the model.
	// +listType=atomic
	// +optional
	NodesReady []string `json:"nodesReady,omitempty"`
	// The nodes that failed to get the model.
	// +listType=atomic
	// +optional
	NodesFailed []string `json:"nodesFailed,omitempty"`
}
