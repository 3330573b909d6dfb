package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// LoRAAdapter is a LoRA adapter that a service loads while it runs.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=lora,path=loraadapters
// +kubebuilder:subresource:status
type LoRAAdapter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The adapter, and the service that loads it.
	Spec LoRAAdapterSpec `json:"spec"`
	// What the controller reports about the adapter.
	// +optional
	Status LoRAAdapterStatus `json:"status,omitempty"`
}

// LoRAAdapterSpec is an adapter, and the service that loads it.
type LoRAAdapterSpec struct {
	// The service, which has to have the runtime `sglang`.
	InferenceServiceRef LoRAInferenceServiceRef `json:"inferenceServiceRef"`
	// The name by which requests ask for the adapter. A second adapter of the name takes the place of the first in the engine.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[A-Za-z0-9][A-Za-z0-9._-]*$`
	Name string `json:"name"`
	// Where the engine finds the adapter: a path in its container, for which the service mounts a volume, or a repository.
	// +kubebuilder:validation:MinLength=1
	Path string `json:"path"`
}

// LoRAInferenceServiceRef names the service of an adapter.
type LoRAInferenceServiceRef struct {
	// The name of the InferenceService.
	Name string `json:"name"`
	// Its namespace; that of the adapter when unset.
	// +optional
	Namespace *string `json:"namespace,omitempty"`
}

// LoRAAdapterStatus is what the controller reports about an adapter. It stays as it is when the engine restarts without the
// adapter.
type LoRAAdapterStatus struct {
	// The path that the engine has loaded.
	// +optional
	LoadedPath string `json:"loadedPath,omitempty"`
	// When the engine loaded it.
	// +optional
	LastLoadedAt *metav1.Time `json:"lastLoadedAt,omitempty"`
	// Conditions of the adapter.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
