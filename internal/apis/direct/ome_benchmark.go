package direct

// OMEBenchmarkJob are the options of direct mode for a benchmark of OME: what its operator
// would read from the cluster, or leave out.
type OMEBenchmarkJob struct {
	Common `json:",inline"`
	// The base URL of the service under test, such as the `endpoint` of the resource that serves it.
	// Default: that of the endpoint of the spec.
	// +kubebuilder:validation:Pattern=`^https?://.+`
	// +optional
	URL string `json:"url,omitempty"`
	// The name of the model in requests, as the server knows it. Default: the one of the endpoint
	// of the spec, or the `--served-model-name` of the service under test, where `references` has it
	// with its model and its runtime.
	// +optional
	ModelName string `json:"modelName,omitempty"`
	// The tokenizer of the model: its name on Hugging Face, or a directory that `pod_override` mounts.
	// Default: the model of the service under test, where `references` has both and it is from Hugging Face.
	// +optional
	Tokenizer string `json:"tokenizer,omitempty"`
	// The Secret with the key of the API under test. Without it the requests carry a key of no value.
	// +optional
	APIKeySecret *SecretKey `json:"apiKeySecret,omitempty"`
	// The GPU of the server as genai-bench calls it, instead of the one of `service_metadata`.
	// +kubebuilder:validation:Enum=H100;A100-80G;A100-40G;MI300;A10;H200;B200
	// +optional
	GPUType string `json:"gpuType,omitempty"`
}

// SecretKey is one key of a Secret in the namespace of the resource.
type SecretKey struct {
	// The name of the Secret.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// The key within the Secret.
	// +kubebuilder:validation:MinLength=1
	Key string `json:"key"`
}
