package v1alpha1

import corev1 "k8s.io/api/core/v1"

// Prefill are the pods that compute prompts and pass their KV cache on to the pods that decode. What they are not told here they
// have of the endpoint.
type Prefill struct {
	// The number of pods.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The accelerators of each pod. Default: those of the pods that decode.
	// +kubebuilder:validation:Minimum=1
	// +optional
	AcceleratorCount *int32 `json:"acceleratorCount,omitempty"`
	// Arguments behind those of `engine.args`. Of two of the same name, the engine takes the last.
	// +optional
	Args []string `json:"args,omitempty"`
	// The CPU and memory requests and limits of each pod. The accelerators are added.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// The node selector of the pods.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// How the KV cache is passed on. Default: the engine's own, `mooncake`.
	// +kubebuilder:validation:Enum=mooncake;nixl;mori;ascend
	// +optional
	TransferBackend string `json:"transferBackend,omitempty"`
	// The router, which the Service leads to: it gives every request a pod that computes the prompt and one that decodes.
	// +optional
	Router *Router `json:"router,omitempty"`
}

// Router chooses the pods of requests.
type Router struct {
	// The number of pods. Default 1.
	// +kubebuilder:validation:Minimum=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The image. Default: that of the engine.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Image string `json:"image,omitempty"`
	// Arguments behind those that follow from the rest. Of two of the same name, the router takes the last.
	// +optional
	Args []string `json:"args,omitempty"`
	// The CPU and memory requests and limits.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
}
