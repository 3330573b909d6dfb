// Package v1alpha1 holds the API types of llmaz's core group, llmaz.io/v1alpha1.
//
// The types carry the vocabulary of llmaz v0.1.4; what v0.1.0 names or places
// differently is told by the kind's generations in internal/kinds/llmaz. They are
// read by the schema generator and are the only source of the Terraform schema.
//
// Mirrors InftyAI/llmaz api/core/v1alpha1/model_types.go@v0.1.4 and @3c13ff34.
//
// +groupName=llmaz.io
package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// OpenModel declares where the weights of a model come from and on which
// accelerators it can be served. It is cluster-scoped and runs nothing by itself:
// playgrounds and services claim it by name.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=om,path=openmodels
// +kubebuilder:subresource:status
type OpenModel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the model is and where it comes from.
	// +optional
	Spec OpenModelSpec `json:"spec,omitempty"`
	// What the controllers report about the model. llmaz v0.1 never writes it.
	// +optional
	Status OpenModelStatus `json:"status,omitempty"`
}

// OpenModelSpec describes one model.
type OpenModelSpec struct {
	// The family of the model, such as `llama` or `deepseek`. It becomes the value of
	// the label `llmaz.io/model-family-name`, so it must be a valid label value.
	FamilyName string `json:"familyName"`
	// Where the weights come from: a model hub or a URI, exactly one of them.
	Source ModelSource `json:"source"`
	// How the model can be served, whatever runtime serves it.
	// +optional
	InferenceConfig *InferenceConfig `json:"inferenceConfig,omitempty"`
	// Who owns the model, as the `/models` API says.
	// +kubebuilder:default=llmaz
	// +optional
	// +inference:since=3c13ff34
	OwnedBy *string `json:"ownedBy,omitempty"`
	// When the model was made, as the `/models` API says: the time of the creation when left out.
	// +optional
	// +inference:since=3c13ff34
	CreatedAt *metav1.Time `json:"createdAt,omitempty"`
}

// ModelSource says where the weights of a model come from.
type ModelSource struct {
	// A model on a model hub.
	// +optional
	ModelHub *ModelHub `json:"modelHub,omitempty"`
	// The location of the weights as `<scheme>://<address>`. Schemes:
	// `oss://<bucket>.<endpoint>/<path>`, `ollama://<model>:<tag>`, `host://<absolute path>`, and, from
	// llmaz v0.1.4, `s3://<bucket>/<path>` and `gcs://<bucket>/<path>`.
	// +optional
	URI *string `json:"uri,omitempty"`
}

// ModelHub names a model on a model hub.
type ModelHub struct {
	// The hub that has the model.
	// +kubebuilder:default=Huggingface
	// +kubebuilder:validation:Enum=Huggingface;ModelScope
	// +optional
	Name *string `json:"name,omitempty"`
	// The identifier of the model on the hub, such as `Qwen/Qwen2.5-0.5B-Instruct`.
	// +optional
	ModelID string `json:"modelID,omitempty"`
	// The one file to load, such as a GGUF file, instead of the whole repository.
	// Hugging Face only.
	// +optional
	Filename *string `json:"filename,omitempty"`
	// The branch, tag or commit to load.
	// +kubebuilder:default=main
	// +optional
	Revision *string `json:"revision,omitempty"`
	// Load only files that match one of these patterns. Not together with `filename`.
	// +optional
	AllowPatterns []string `json:"allowPatterns,omitempty"`
	// Leave out files that match one of these patterns. Not together with `filename`.
	// +optional
	IgnorePatterns []string `json:"ignorePatterns,omitempty"`
}

// InferenceConfig says how a model can be served.
type InferenceConfig struct {
	// The kinds of accelerators the model can run on, in order of preference.
	// +kubebuilder:validation:MaxItems=8
	// +optional
	Flavors []Flavor `json:"flavors,omitempty"`
}

// Flavor is one way to run a model: accelerators, and the nodes that have them.
type Flavor struct {
	// The name that a claim selects the flavor by. Unique in the model.
	Name string `json:"name"`
	// The resources one serving pod needs with this flavor, such as
	// `nvidia.com/gpu = "1"`. They become both requests and limits of the serving container and
	// win over what the runtime or the playground says.
	// +optional
	Limits corev1.ResourceList `json:"limits,omitempty"`
	// Labels of the nodes that offer this flavor.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Further parameters of the flavor. Multi-host serving in llmaz v0.1.0 reads `PP`
	// (pipeline parallel size) and `TP` (tensor parallel size).
	// +optional
	Params map[string]string `json:"params,omitempty"`
}

// OpenModelStatus is what the controllers report about a model.
type OpenModelStatus struct {
	// Conditions of the model.
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// ModelName is the name of an OpenModel.
type ModelName string

// ModelRole says what a claimed model does in the service.
//
// +kubebuilder:validation:Enum=main;draft
type ModelRole string

// Roles of a claimed model.
const (
	// MainRole is the model that answers.
	MainRole ModelRole = "main"
	// DraftRole is the small model that drafts tokens in speculative decoding.
	DraftRole ModelRole = "draft"
)

// ModelClaim claims one model.
type ModelClaim struct {
	// The OpenModel to serve.
	// +optional
	ModelName ModelName `json:"modelName,omitempty"`
	// The flavors to use, by name and in order of preference; all flavors of the
	// model when unset.
	// +optional
	InferenceFlavors []string `json:"inferenceFlavors,omitempty"`
}

// ModelRef names a claimed model and its role.
type ModelRef struct {
	// The OpenModel to serve.
	Name ModelName `json:"name"`
	// What the model does: `main` answers, `draft` drafts tokens for speculative decoding.
	// +kubebuilder:default=main
	// +optional
	Role *ModelRole `json:"role,omitempty"`
}

// ModelClaims claims several models that serve together.
type ModelClaims struct {
	// The models: exactly one `main`, and one `draft` for speculative decoding.
	// +kubebuilder:validation:MinItems=1
	// +optional
	Models []ModelRef `json:"models,omitempty"`
	// The flavors of the main model to use, by name and in order of preference; all
	// of them when unset.
	// +optional
	InferenceFlavors []string `json:"inferenceFlavors,omitempty"`
}
