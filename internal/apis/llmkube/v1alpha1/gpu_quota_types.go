package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// GPUQuota bounds the GPUs of the services of some namespaces.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=gq,path=gpuquotas
// +kubebuilder:subresource:status
type GPUQuota struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The namespaces, and what their services may have.
	Spec GPUQuotaSpec `json:"spec"`
	// What the services have.
	// +optional
	Status GPUQuotaStatus `json:"status,omitempty"`
}

// GPUQuotaSpec says what the services of some namespaces may have.
//
// +kubebuilder:validation:XValidation:rule="has(self.selector) != has(self.namespaceRef)",message="set one of selector and namespace_ref"
type GPUQuotaSpec struct {
	// The namespaces, by their labels. Not together with `namespace_ref`.
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
	// The one namespace. It may be another one than that of the quota, which means nothing.
	// +optional
	NamespaceRef string `json:"namespaceRef,omitempty"`
	// The most GPUs, 0 for none at all. A service counts with all of its replicas, or with the most that its autoscaler may make.
	// A lower number stops nothing that runs, but then the next change of a service is refused.
	// +kubebuilder:validation:Minimum=0
	GPUCount int32 `json:"gpuCount"`
	// The most memory of GPUs in bytes, 0 for no bound. With a bound, services are refused whose need is not known: it follows from
	// `memory_limit_gib` or `profile` of `gpu_sharing`, or from the argument `--gpu-sharing-vram-per-device-gib` of the installed LLMKube.
	// +kubebuilder:validation:Minimum=0
	// +optional
	VRAMBytes int64 `json:"vramBytes,omitempty"`
	// The lowest `priority` that a service may have. One that has none counts as `normal`.
	// +kubebuilder:validation:Enum=critical;high;normal;low;batch
	// +optional
	MinPriority string `json:"minPriority,omitempty"`
	// The name of a budget. Nothing reads it.
	// +optional
	CostBudgetRef string `json:"costBudgetRef,omitempty"`
}

// GPUQuotaStatus is what the services of the namespaces have.
type GPUQuotaStatus struct {
	// The GPUs.
	// +optional
	UsedGPUCount int32 `json:"usedGPUCount,omitempty"`
	// The memory of GPUs in bytes, as far as it is known.
	// +optional
	UsedVRAMBytes int64 `json:"usedVRAMBytes,omitempty"`
	// How often a service was refused. Never written.
	// +optional
	AdmissionDenials int64 `json:"admissionDenials,omitempty"`
	// When a service was last refused. Never written.
	// +optional
	LastDenial *metav1.Time `json:"lastDenial,omitempty"`
}
