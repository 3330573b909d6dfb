package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// RouterEndpoint is the core Service of a proxy.
type RouterEndpoint struct {
	// The port of the core Service. The proxy listens on 8080, and the Service sends to the same number.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	// +kubebuilder:default=8080
	// +optional
	Port int32 `json:"port,omitempty"`
	// The path in the endpoint that the status reports.
	// +kubebuilder:default=/v1/chat/completions
	// +optional
	Path string `json:"path,omitempty"`
	// The type of the core Service.
	// +kubebuilder:validation:Enum=ClusterIP;NodePort;LoadBalancer
	// +kubebuilder:default=ClusterIP
	// +optional
	Type string `json:"type,omitempty"`
	// The port on every node. Nothing reads it of a router: one is chosen.
	// +kubebuilder:validation:Minimum=30000
	// +kubebuilder:validation:Maximum=32767
	// +optional
	// +inference:since=v0.9.19
	NodePort *int32 `json:"nodePort,omitempty"`
	// Exposure through Envoy AI Gateway. Nothing reads it of a router; see `data_plane`.
	// +optional
	// +inference:since=v0.9.19
	Gateway *GatewaySpec `json:"gateway,omitempty"`
}

// RouterPolicy is what holds for all requests of a router.
type RouterPolicy struct {
	// Bounds on the tokens of some time. The proxy does not keep them.
	// +optional
	Budgets []BudgetSpec `json:"budgets,omitempty"`
	// How a request is classified.
	// +optional
	Classification *ClassificationPolicy `json:"classification,omitempty"`
	// The audit log of the proxy. The gateway refuses it.
	// +optional
	AuditLog *AuditLogSpec `json:"auditLog,omitempty"`
	// Who may ask for what. The proxy does not ask.
	// +optional
	// +inference:since=v0.9.19
	Auth *RouterAuthSpec `json:"auth,omitempty"`
}

// BudgetSpec is a bound on the tokens of some time.
type BudgetSpec struct {
	// The name of the budget.
	// +kubebuilder:validation:Pattern=`^[a-z0-9][a-z0-9-]{0,62}$`
	Name string `json:"name"`
	// What is counted: all requests, those of a rule, or those of each team.
	// +kubebuilder:validation:Enum=router;rule;team
	Scope string `json:"scope"`
	// The rule, for the scope `rule`.
	// +optional
	RuleName string `json:"ruleName,omitempty"`
	// The header with the team, for the scope `team`. `x-llmkube-team` when unset.
	// +optional
	HeaderKey string `json:"headerKey,omitempty"`
	// The most tokens, of prompts and answers.
	// +kubebuilder:validation:Minimum=1
	// +optional
	MaxTokens *int64 `json:"maxTokens,omitempty"`
	// The most US dollars. No data plane counts them.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +optional
	MaxUSD string `json:"maxUSD,omitempty"`
	// The time over which tokens are counted, in seconds. The gateway knows a second, a minute, an hour and a day.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=3600
	// +optional
	WindowSeconds *int32 `json:"windowSeconds,omitempty"`
}

// ClassificationPolicy says how a request is classified.
type ClassificationPolicy struct {
	// How a request is classified. Only `header-only` exists.
	// +kubebuilder:validation:Enum=header-only;detector;hybrid
	// +kubebuilder:default=header-only
	// +optional
	Mode string `json:"mode,omitempty"`
	// The header with the classification. `x-llmkube-classification` when unset.
	// +optional
	HeaderKey string `json:"headerKey,omitempty"`
	// The classifications whose requests never go to a backend of the tier `cloud`. `pii` and `phi` when unset.
	// +optional
	SensitiveClassifications []string `json:"sensitiveClassifications,omitempty"`
}

// AuditLogSpec is the audit log of a proxy.
type AuditLogSpec struct {
	// Where the log goes. The proxy writes it to its standard output, whatever is set.
	// +kubebuilder:validation:Enum=stdout;file;otlp
	// +kubebuilder:default=stdout
	// +optional
	Sink string `json:"sink,omitempty"`
	// The file of the sink `file`. Nothing reads it.
	// +optional
	FilePath string `json:"filePath,omitempty"`
	// Whether the log has the bodies of requests.
	// +optional
	IncludeRequestBody bool `json:"includeRequestBody,omitempty"`
}

// RouterAuthSpec says who may ask for what.
type RouterAuthSpec struct {
	// The tokens that requests have to have.
	// +optional
	JWT *JWTAuthSpec `json:"jwt,omitempty"`
	// The teams that may ask, each with its models. Every team may ask for every model when unset.
	// +optional
	Allowlists []TeamModelAllowlist `json:"allowlists,omitempty"`
}

// JWTAuthSpec says which tokens are valid.
type JWTAuthSpec struct {
	// A name for who issues the tokens.
	// +kubebuilder:validation:MinLength=1
	Provider string `json:"provider"`
	// The `iss` of the tokens.
	// +kubebuilder:validation:MinLength=1
	Issuer string `json:"issuer"`
	// The URL of the keys that the tokens are signed with.
	// +kubebuilder:validation:MinLength=1
	JWKSURI string `json:"jwksURI"`
	// The claim with the team.
	// +kubebuilder:validation:MinLength=1
	TeamClaim string `json:"teamClaim"`
	// The header that the team is written into. `x-llmkube-team` when unset.
	// +optional
	HeaderKey string `json:"headerKey,omitempty"`
}

// TeamModelAllowlist is what a team may ask for.
type TeamModelAllowlist struct {
	// The team, as the claim has it.
	// +kubebuilder:validation:MinLength=1
	Team string `json:"team"`
	// The models. All of them when unset.
	// +optional
	Models []string `json:"models,omitempty"`
}

// RouterProxySpec is the Deployment of a proxy.
type RouterProxySpec struct {
	// Number of pods, 1 when unset. It stays 1 for a router with a backend in a ModelPool.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// How many older ReplicaSets stay for a rollback. 10 when unset.
	// +kubebuilder:validation:Minimum=0
	// +optional
	// +inference:since=v0.9.19
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty"`
	// The image. That of the installed LLMKube when unset.
	// +optional
	Image string `json:"image,omitempty"`
	// Resources of a pod. 50m processors and 64Mi of memory, and at most 500m and 256Mi, when unset.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// Secrets to pull the image with.
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// Labels of the nodes that pods may run on.
	// +optional
	// +inference:since=v0.9.19
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// How long a backend that failed is left alone. `15s` when unset.
	// +optional
	QuarantineDuration *metav1.Duration `json:"quarantineDuration,omitempty"`
	// How long the proxy waits for the first header of an answer, where neither the rule nor the backend says. `120s` when unset.
	// +optional
	ResponseHeaderTimeout *metav1.Duration `json:"responseHeaderTimeout,omitempty"`
}

// MCPServerSpec is a router as a server of the Model Context Protocol.
type MCPServerSpec struct {
	// Whether there is one.
	// +optional
	Enabled bool `json:"enabled,omitempty"`
}

// ModelRouterStatus is what the controller reports about a router.
type ModelRouterStatus struct {
	// How far the router has come. Unset with the data plane `Gateway`.
	// +kubebuilder:validation:Enum=Pending;Provisioning;Ready;Degraded;Failed
	// +optional
	Phase string `json:"phase,omitempty"`
	// The URL of the proxy inside the cluster.
	// +optional
	Endpoint string `json:"endpoint,omitempty"`
	// Number of rules.
	// +optional
	ActiveRules int32 `json:"activeRules,omitempty"`
	// The backends. One is healthy when its address is known; nobody asks it.
	// +optional
	Backends []BackendStatus `json:"backends,omitempty"`
	// What is used of budgets. Never written.
	// +optional
	BudgetUtilization []BudgetStatus `json:"budgetUtilization,omitempty"`
	// The route with the data plane `Gateway`.
	// +optional
	// +inference:since=v0.9.19
	Gateway *GatewayStatus `json:"gateway,omitempty"`
	// When the status was last written.
	// +optional
	LastUpdated *metav1.Time `json:"lastUpdated,omitempty"`
	// Conditions of the router.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// BackendStatus is a backend as the controller sees it.
type BackendStatus struct {
	// The name of the backend.
	Name string `json:"name"`
	// Its tier.
	// +optional
	Tier string `json:"tier,omitempty"`
	// The URL that requests are sent to.
	// +optional
	Address string `json:"address,omitempty"`
	// Whether the URL and the credentials are known.
	// +optional
	Healthy bool `json:"healthy,omitempty"`
	// When the controller last looked.
	// +optional
	LastProbeTime *metav1.Time `json:"lastProbeTime,omitempty"`
	// What is missing.
	// +optional
	Message string `json:"message,omitempty"`
}

// BudgetStatus is what is used of a budget.
type BudgetStatus struct {
	// The name of the budget.
	Name string `json:"name"`
	// The tokens that were used.
	// +optional
	TokensUsed int64 `json:"tokensUsed,omitempty"`
	// The US dollars that were used.
	// +optional
	USDUsed string `json:"usdUsed,omitempty"`
	// The share of the budget that was used, from 0 to 1.
	// +optional
	Utilization string `json:"utilization,omitempty"`
}
