package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ModelRouter leads the requests to one address to several services and providers.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=mr,path=modelrouters
// +kubebuilder:subresource:status
type ModelRouter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What requests are led to, and by which rules.
	Spec ModelRouterSpec `json:"spec"`
	// What the controller reports about the router.
	// +optional
	Status ModelRouterStatus `json:"status,omitempty"`
}

// ModelRouterSpec says what requests are led to, and by which rules.
type ModelRouterSpec struct {
	// What leads the requests: `Proxy`, which is a Deployment of LLMKube's own, or `Gateway`, an Envoy AI Gateway that is
	// installed. A change from `Proxy` to `Gateway` leaves the Deployment.
	// +kubebuilder:validation:Enum=Proxy;Gateway
	// +kubebuilder:default=Proxy
	// +optional
	// +inference:since=v0.9.19
	DataPlane string `json:"dataPlane,omitempty"`
	// The Gateway that gets the route. Required with the data plane `Gateway`, and for nothing else.
	// +optional
	// +inference:since=v0.9.19
	GatewayRef *GatewayRef `json:"gatewayRef,omitempty"`
	// What requests can be led to. Rules decide which of them gets one.
	// +kubebuilder:validation:MinItems=1
	Backends []RouterBackend `json:"backends"`
	// The rules, of which the first that matches a request counts.
	// +optional
	Rules []RouterRule `json:"rules,omitempty"`
	// The name of the backend for requests that no rule matches. Without one they get the status 503.
	// +optional
	DefaultRoute string `json:"defaultRoute,omitempty"`
	// What happens to requests that no rule matches: `BackendNameMatch` leads them to the backend whose `display_name`, or else
	// `name`, is the model of the request, and to `default_route` where there is none.
	// +kubebuilder:validation:Enum=Static;BackendNameMatch
	// +kubebuilder:default=Static
	// +optional
	// +inference:since=v0.9.19
	DefaultRouteStrategy string `json:"defaultRouteStrategy,omitempty"`
	// The core Service of the proxy. The data plane `Gateway` has none.
	// +optional
	Endpoint *RouterEndpoint `json:"endpoint,omitempty"`
	// Budgets, classification, audit and access.
	// +optional
	Policy *RouterPolicy `json:"policy,omitempty"`
	// The Deployment of the proxy. The data plane `Gateway` has none.
	// +optional
	Proxy *RouterProxySpec `json:"proxy,omitempty"`
	// The router as a server of the Model Context Protocol. Reserved: nothing reads it.
	// +optional
	MCPServer *MCPServerSpec `json:"mcpServer,omitempty"`
}

// RouterBackend is one thing that requests can be led to: a service of LLMKube, or a provider outside of it.
type RouterBackend struct {
	// The name by which rules, metrics and the audit log know it.
	// +kubebuilder:validation:Pattern=`^[a-z0-9][a-z0-9-]{0,62}$`
	Name string `json:"name"`
	// The model that `/v1/models` lists it as, and that `BackendNameMatch` compares. The name when unset.
	// +optional
	// +inference:since=v0.9.19
	DisplayName string `json:"displayName,omitempty"`
	// The InferenceService, in the namespace of the router. Not together with `external`.
	// +optional
	InferenceServiceRef *corev1.LocalObjectReference `json:"inferenceServiceRef,omitempty"`
	// A provider outside of LLMKube: anything that speaks the API of OpenAI or of Anthropic, also in the cluster.
	// +optional
	External *ExternalProvider `json:"external,omitempty"`
	// Whether requests leave the cluster. Requests with sensitive data are kept from backends of the tier `cloud`, so `external`
	// needs it: LLMKube takes `local` where nothing is written.
	// +kubebuilder:validation:Enum=local;cloud
	// +kubebuilder:default=local
	// +optional
	Tier string `json:"tier,omitempty"`
	// What the backend can do, for the `required_capabilities` of rules, such as `tools` or `vision`.
	// +optional
	Capabilities []string `json:"capabilities,omitempty"`
	// The share of the requests under the strategy `weighted`, of the data plane `Gateway`.
	// +kubebuilder:validation:Minimum=0
	// +optional
	Weight *int32 `json:"weight,omitempty"`
	// What tokens cost. No data plane reads it.
	// +optional
	CostPerMillionTokens *TokenCost `json:"costPerMillionTokens,omitempty"`
	// How the health of the backend is asked for. The proxy does not ask.
	// +optional
	HealthCheck *BackendHealthCheck `json:"healthCheck,omitempty"`
	// How long the proxy waits for the first header of an answer, between `100ms` and `30m`. That of a rule wins.
	// +optional
	Timeout *metav1.Duration `json:"timeout,omitempty"`
}

// ExternalProvider is a provider of models.
type ExternalProvider struct {
	// Whose API it is.
	// +kubebuilder:validation:Enum=anthropic;openai;bedrock;vertex_ai;litellm
	Provider string `json:"provider"`
	// The base URL. Only `anthropic` and `openai` have one of their own.
	// +optional
	URL string `json:"url,omitempty"`
	// The model that the provider is asked for.
	Model string `json:"model"`
	// The Secret with the key of the provider: `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `LITELLM_MASTER_KEY`, `AWS_ACCESS_KEY_ID` or
	// `GOOGLE_APPLICATION_CREDENTIALS`. All of its keys become environment variables of the proxy. LLMKube does not watch it.
	// +optional
	CredentialsSecretRef *corev1.LocalObjectReference `json:"credentialsSecretRef,omitempty"`
}

// TokenCost is what a million tokens cost, in US dollars.
type TokenCost struct {
	// A million tokens of prompts, such as `2.50`.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +optional
	PromptUSD string `json:"promptUSD,omitempty"`
	// A million tokens of answers, such as `10`.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +optional
	CompletionUSD string `json:"completionUSD,omitempty"`
}

// BackendHealthCheck asks a backend how it is.
type BackendHealthCheck struct {
	// The path that is asked.
	// +optional
	Path string `json:"path,omitempty"`
	// Seconds between two questions.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=10
	// +optional
	IntervalSeconds *int32 `json:"intervalSeconds,omitempty"`
	// Seconds that an answer may take.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=2
	// +optional
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty"`
}

// RouterRule says where some requests are led.
type RouterRule struct {
	// The name in metrics, budgets and the audit log.
	// +kubebuilder:validation:Pattern=`^[a-z0-9][a-z0-9-]{0,62}$`
	Name string `json:"name"`
	// The requests, by all that is set here. Every request when unset.
	// +optional
	Match *RuleMatch `json:"match,omitempty"`
	// Where the requests are led.
	Route RuleRoute `json:"route"`
	// Answer with the status 503 when no backend of the route is there, and never go on to another one. Required of rules about
	// sensitive classifications.
	// +optional
	FailClosed bool `json:"failClosed,omitempty"`
	// How long the proxy waits for the first header of an answer, between `100ms` and `30m`. It wins over that of a backend.
	// +optional
	Timeout *metav1.Duration `json:"timeout,omitempty"`
}

// RuleMatch chooses requests.
type RuleMatch struct {
	// The classifications of a request, of which one has to fit. They come in a header.
	// +optional
	DataClassification []string `json:"dataClassification,omitempty"`
	// How hard the request is, as the header `x-llmkube-task-complexity` says. For the proxy only.
	// +kubebuilder:validation:Enum=simple;moderate;complex
	// +optional
	TaskComplexity string `json:"taskComplexity,omitempty"`
	// What one of the backends of the rule has to be capable of. For the proxy only.
	// +optional
	RequiredCapabilities []string `json:"requiredCapabilities,omitempty"`
	// Headers of the request, with the value that each has to have.
	// +optional
	Headers map[string]string `json:"headers,omitempty"`
	// The models of a request, of which one has to fit. The proxy takes patterns, such as `qwen3-*`.
	// +optional
	Models []string `json:"models,omitempty"`
	// A bound on the time to the first token, in milliseconds. The proxy does not read it, and the gateway refuses it.
	// +kubebuilder:validation:Minimum=1
	// +optional
	LatencySLOMs *int32 `json:"latencySLOMs,omitempty"`
}

// RuleRoute is where requests are led.
type RuleRoute struct {
	// The names of backends, in the order in which they are tried.
	// +kubebuilder:validation:MinItems=1
	Backends []string `json:"backends"`
	// How several backends are used. The proxy knows `primary-fallback` only, and the gateway also `weighted`.
	// +kubebuilder:validation:Enum=primary-fallback;weighted;shadow
	// +kubebuilder:default=primary-fallback
	// +optional
	Strategy string `json:"strategy,omitempty"`
}
