package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// FineTunedWeight is a set of weights that adapt a base model.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
type FineTunedWeight struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the weights are and where they come from.
	// +optional
	Spec FineTunedWeightSpec `json:"spec,omitempty"`
	// What the operator reports about the weights. OME v0.1 never writes it.
	// +optional
	Status ModelStatusSpec `json:"status,omitempty"`
}

// FineTunedWeightSpec describes fine-tuned weights.
type FineTunedWeightSpec struct {
	// The base model that the weights adapt: a BaseModel when it has a namespace, else a
	// ClusterBaseModel.
	BaseModelRef ObjectReference `json:"baseModelRef"`
	// What kind of weights they are, such as `Adapter`, `Distillation` or `Tfew`.
	ModelType *string `json:"modelType"`
	// The parameters of the training. `strategy` is required of them: `lora` or `tfew`.
	HyperParameters FreeForm `json:"hyperParameters"`

	ModelExtensionSpec `json:",inline"`

	// The configuration of the weights. `merged_weights` says whether they contain the base model.
	// +optional
	Configuration FreeForm `json:"configuration,omitempty"`
	// Where the weights come from.
	Storage *StorageSpec `json:"storage"`
	// The training job that made the weights.
	// +optional
	TrainingJobRef *ObjectReference `json:"trainingJobRef,omitempty"`
}

// ObjectReference names an object.
type ObjectReference struct {
	// The name of the object.
	Name *string `json:"name"`
	// The namespace of the object.
	// +optional
	Namespace *string `json:"namespace,omitempty"`
}
