package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// InferenceService serves a model.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=isvc
// +kubebuilder:subresource:status
type InferenceService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What to serve, and how.
	// +optional
	Spec InferenceServiceSpec `json:"spec,omitempty"`
	// What the operator reports about the service.
	// +optional
	Status InferenceServiceStatus `json:"status,omitempty"`
}

// InferenceServiceSpec says what is served and how.
type InferenceServiceSpec struct {
	// What `engine`, `model` and `runtime` replaced. Deprecated: later releases of OME do
	// not have it. Use `engine`, `model` and `runtime` instead.
	// +optional
	Predictor PredictorSpec `json:"predictor,omitempty"`
	// The component that runs the model. The runtime fills in what it leaves out; `{}` takes all from there.
	// +optional
	Engine *EngineSpec `json:"engine,omitempty"`
	// The component that generates tokens, where prefill and decode are apart. Then the engine prefills.
	// +optional
	Decoder *DecoderSpec `json:"decoder,omitempty"`
	// The model to serve.
	// +optional
	Model *ModelRef `json:"model,omitempty"`
	// The runtime to serve with. When unset the operator looks for one that fits the model.
	// +optional
	Runtime *ServingRuntimeRef `json:"runtime,omitempty"`
	// The component that spreads requests over engines and decoders.
	// +optional
	Router *RouterSpec `json:"router,omitempty"`
	// Settings of KEDA, with the annotation `ome.io/autoscalerClass: keda`. Deprecated: later
	// releases of OME do not have it.
	// +optional
	KedaConfig *KedaConfig `json:"kedaConfig,omitempty"`
	// The accelerator of engine and decoder.
	// +optional
	// +inference:since=v0.1.5
	AcceleratorSelector *AcceleratorSelector `json:"acceleratorSelector,omitempty"`
}

// ModelRef names a model.
type ModelRef struct {
	// The name of the model.
	Name string `json:"name"`
	// The kind of the model: `ClusterBaseModel`, `BaseModel` or `FineTunedWeight`.
	// +kubebuilder:default=ClusterBaseModel
	// +optional
	Kind *string `json:"kind,omitempty"`
	// The API group of the model.
	// +kubebuilder:default=ome.io
	// +optional
	APIGroup *string `json:"apiGroup,omitempty"`
	// Fine-tuned weights to serve with the model; one at most.
	// +listType=atomic
	// +optional
	FineTunedWeights []string `json:"fineTunedWeights,omitempty"`
}

// ServingRuntimeRef names a runtime.
type ServingRuntimeRef struct {
	// The name of the runtime.
	Name string `json:"name"`
	// The kind of the runtime: `ClusterServingRuntime` or `ServingRuntime`.
	// +kubebuilder:default=ClusterServingRuntime
	// +optional
	Kind *string `json:"kind,omitempty"`
	// The API group of the runtime.
	// +kubebuilder:default=ome.io
	// +optional
	APIGroup *string `json:"apiGroup,omitempty"`
}
