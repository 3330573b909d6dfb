package direct

import corev1 "k8s.io/api/core/v1"

// GIEPool are the options of direct mode for an InferencePool: the endpoint picker that is
// made with it.
type GIEPool struct {
	Common `json:",inline"`
	// The image of the endpoint picker. Default: that of the Gateway API Inference Extension, kept as it
	// was when the resource was made; `ghcr.io/llm-d/llm-d-router-endpoint-picker` takes the same arguments.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Image string `json:"image,omitempty"`
	// The number of pods. One chooses; the others stand by until it is gone.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The inference engine of the pool, whose metrics the endpoint picker reads. A pod can say another by
	// its label `inference.networking.k8s.io/engine-type`. Default `vllm`.
	// +kubebuilder:validation:Enum=vllm;sglang;trtllm-serve;triton-tensorrt-llm
	// +optional
	Engine string `json:"engine,omitempty"`
	// The EndpointPickerConfig as YAML, instead of one that scores queues, caches and prefixes.
	// Not together with `engine`.
	// +optional
	Config string `json:"config,omitempty"`
	// How much the endpoint picker logs, from 0.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=1
	// +optional
	Verbosity *int32 `json:"verbosity,omitempty"`
	// Compute resources of the endpoint picker, instead of requests of 4 CPUs and `8Gi` and a limit of `16Gi`.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
}
