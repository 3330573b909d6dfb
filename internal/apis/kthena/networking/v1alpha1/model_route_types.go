package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ModelRoute tells Kthena's router where requests for a model go.
//
// Mirrors volcano-sh/kthena pkg/apis/networking/v1alpha1/modelroute_types.go@v1.0.0 and @3cc05728.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type ModelRoute struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The model, and where its requests go.
	Spec ModelRouteSpec `json:"spec"`
	// What is reported about the route. The router writes nothing.
	// +optional
	Status ModelRouteStatus `json:"status,omitempty"`
}

// ModelRouteSpec says for which models requests are routed, and where to.
type ModelRouteSpec struct {
	// The model that requests name: of a base model, or any name that clients are to use. Of several routes of a router with one
	// name, in whatever namespaces, the oldest counts that has a rule for the request.
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="modelName is immutable"
	// +optional
	ModelName string `json:"modelName,omitempty"`
	// The adapters that requests name. The router loads none: the pods have to serve them.
	// +kubebuilder:validation:MaxItems=10
	// +optional
	LoraAdapters []string `json:"loraAdapters,omitempty"`
	// The Gateways that the route is attached to, where the router runs with Gateway API. The router of v1.0.0 then needs them;
	// without Gateway API it leaves out routes that have them.
	// +optional
	ParentRefs []ParentReference `json:"parentRefs,omitempty"`
	// The rules, of which the first counts that a request matches.
	// +kubebuilder:validation:MaxItems=16
	Rules []Rule `json:"rules"`
	// How many tokens requests for `model_name` may take. Not those for adapters.
	// +optional
	RateLimit *RateLimit `json:"rateLimit,omitempty"`
}

// ParentReference is a Gateway that a route is attached to.
//
// Mirrors kubernetes-sigs/gateway-api apis/v1/shared_types.go@v1.4.0.
type ParentReference struct {
	// The API group of Gateways.
	// +kubebuilder:default=gateway.networking.k8s.io
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	// +optional
	Group *string `json:"group,omitempty"`
	// The kind of Gateways.
	// +kubebuilder:default=Gateway
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
	// +optional
	Kind *string `json:"kind,omitempty"`
	// The namespace of the Gateway; that of the route when left out.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	// +optional
	Namespace *string `json:"namespace,omitempty"`
	// The name of the Gateway.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Name string `json:"name"`
	// The listener of the Gateway; all of them when left out.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	// +optional
	SectionName *string `json:"sectionName,omitempty"`
	// The port of the listener. The router does not look at it.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	// +optional
	Port *int32 `json:"port,omitempty"`
}

// Rule says where some requests go.
type Rule struct {
	// A name for people.
	// +optional
	Name string `json:"name,omitempty"`
	// Which requests the rule is for. All when left out.
	// +optional
	ModelMatch *ModelMatch `json:"modelMatch,omitempty"`
	// The servers among which the router chooses for each request, by weight.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	TargetModels []TargetModel `json:"targetModels"`
}

// ModelMatch is what a request has to have: all of it.
type ModelMatch struct {
	// Headers by their names, and what they have to be. A header that a request lacks is empty.
	// +optional
	Headers map[string]StringMatch `json:"headers,omitempty"`
	// The path of the URL. Only paths below `/v1/` reach routes.
	// +optional
	URI *StringMatch `json:"uri,omitempty"`
	// What is in the body.
	// +optional
	Body *BodyMatch `json:"body,omitempty"`
}

// StringMatch compares a text in one of three ways.
type StringMatch struct {
	// What the text is.
	// +optional
	Exact *string `json:"exact,omitempty"`
	// How the text begins.
	// +optional
	Prefix *string `json:"prefix,omitempty"`
	// A regular expression (RE2) that a part of the text matches.
	// +optional
	Regex *string `json:"regex,omitempty"`
}

// BodyMatch is what is in the body of a request.
type BodyMatch struct {
	// The model that the request names: the `model_name` or one of the `lora_adapters` of the route.
	// +optional
	Model *string `json:"model,omitempty"`
}

// TargetModel is a server that requests go to.
type TargetModel struct {
	// The name of the ModelServer, in the namespace of the route.
	// +optional
	ModelServerName string `json:"modelServerName,omitempty"`
	// The name of an ExternalModelProvider, in the namespace of the route, instead of a ModelServer.
	// +optional
	// +inference:since=3cc05728
	ExternalModelProviderName string `json:"externalModelProviderName,omitempty"`
	// The part of the requests that go there: the weight divided by the sum of the weights of the rule. With 0 none.
	// +kubebuilder:default=100
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	// +optional
	Weight *int32 `json:"weight,omitempty"`
}

// RateLimit is how many tokens requests may take in a time.
type RateLimit struct {
	// The most tokens of prompts, estimated as a quarter of their characters. A prompt above it is never served, and one replica
	// of the router counts for itself unless `global` is set.
	// +kubebuilder:validation:Minimum=1
	// +optional
	InputTokensPerUnit *int32 `json:"inputTokensPerUnit,omitempty"`
	// The most tokens of answers. What a request is going to take is not known before it is served.
	// +kubebuilder:validation:Minimum=1
	// +optional
	OutputTokensPerUnit *int32 `json:"outputTokensPerUnit,omitempty"`
	// The time. A month has 30 days.
	// +kubebuilder:default=second
	// +kubebuilder:validation:Enum=second;minute;hour;day;month
	Unit string `json:"unit"`
	// What all replicas of the router count in.
	// +optional
	Global *GlobalRateLimit `json:"global,omitempty"`
}

// GlobalRateLimit is what all replicas of the router count in.
type GlobalRateLimit struct {
	// A Redis without password and TLS. All routes of a router use the one that it sees first.
	// +optional
	Redis *Redis `json:"redis,omitempty"`
}

// Redis is a server of Redis.
type Redis struct {
	// Its address, as `<host>:<port>`. While it does not answer, requests are refused.
	Address string `json:"address"`
}

// ModelRouteStatus is what is reported about a route: nothing.
type ModelRouteStatus struct{}
