package v1alpha2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// InferenceModelRewrite gives requests to an inference pool another model than the one they name.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension apix/v1alpha2/inferencemodelrewrite_types.go@v1.5.0 and
// llm-d/llm-d-router apix/v1alpha2/inferencemodelrewrite_types.go@v0.10.0.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=inferencemodelrewrites
// +kubebuilder:subresource:status
type InferenceModelRewrite struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The pool, and which model its requests get.
	// +optional
	Spec InferenceModelRewriteSpec `json:"spec,omitempty"`
	// What is reported about the rewrite. No endpoint picker writes it.
	// +optional
	Status InferenceModelRewriteStatus `json:"status,omitempty"`
}

// InferenceModelRewriteSpec says which requests get which model.
type InferenceModelRewriteSpec struct {
	// The pool whose requests are rewritten, in the namespace of the rewrite.
	PoolRef PoolObjectReference `json:"poolRef"`
	// The rules. A rule whose `matches` have the model of a request wins over one without `matches`; between equals, the
	// oldest rewrite of the pool wins, and in it the first rule. The result is not matched again, and the answer names the
	// model that served.
	Rules []InferenceModelRewriteRule `json:"rules"`
}

// InferenceModelRewriteRule is what happens to some requests.
type InferenceModelRewriteRule struct {
	// The models by which requests are chosen: one that names any of them. Every request when left out.
	// +optional
	Matches []Match `json:"matches,omitempty"`
	// The models among which the endpoint picker chooses, by weight.
	// +kubebuilder:validation:MinItems=1
	// +optional
	Targets []TargetModel `json:"targets,omitempty"`
}

// Match chooses requests.
type Match struct {
	// The model that a request names.
	Model ModelMatch `json:"model"`
}

// ModelMatch chooses requests by the field `model` of their JSON body.
type ModelMatch struct {
	// How the name is compared.
	// +kubebuilder:validation:Enum=Exact
	// +kubebuilder:default=Exact
	// +optional
	Type MatchType `json:"type,omitempty"`
	// The name of the model.
	// +kubebuilder:validation:MinLength=1
	Value string `json:"value"`
}

// MatchType is a way to compare names.
type MatchType string

// TargetModel is a model that requests get.
type TargetModel struct {
	// The part of the requests that get this model: its weight divided by the sum of the weights of the rule. All targets
	// of a rule have one or none has; without weights each gets the same part.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=1000000
	// +optional
	Weight int32 `json:"weight,omitempty"`
	// The name of the model as the pods of the pool serve it: of a base model or of an adapter.
	ModelRewrite string `json:"modelRewrite"`
}

// InferenceModelRewriteStatus is what is reported about a rewrite.
type InferenceModelRewriteStatus struct {
	// Conditions of the rewrite. `Accepted` is documented upstream and never written.
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=8
	// +kubebuilder:default={{type: "Accepted", status: "Unknown", reason:"Pending", message:"Waiting for controller", lastTransitionTime: "1970-01-01T00:00:00Z"}}
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
