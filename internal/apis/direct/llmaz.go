package direct

// Llmaz are the options of direct mode for llmaz's playgrounds.
type Llmaz struct {
	Common        `json:",inline"`
	LlmazWeights  `json:",inline"`
	LlmazWorkload `json:",inline"`
	// When the workers of a model that spans several hosts start: with the leader, or once it
	// is ready. A leader that needs its workers to become ready never does under `LeaderReady`.
	// `LeaderCreated` when unset.
	// +kubebuilder:validation:Enum=LeaderCreated;LeaderReady
	// +optional
	StartupPolicy string `json:"startupPolicy,omitempty"`
	// The startup budget of the serving container in seconds, instead of the runtime's: its startup
	// probe is allowed to fail for that long.
	// +kubebuilder:validation:Minimum=1
	// +optional
	StartupSeconds *int32 `json:"startupSeconds,omitempty"`
}

// LlmazService are the options of direct mode for llmaz's services.
type LlmazService struct {
	Common        `json:",inline"`
	LlmazWeights  `json:",inline"`
	LlmazWorkload `json:",inline"`
}

// LlmazWorkload says what runs the pods.
type LlmazWorkload struct {
	// The workload to render. Default: a Deployment for what runs on one host, and a LeaderWorkerSet, which
	// needs its controller in the cluster, for what spans several or has settings that only a LeaderWorkerSet heeds.
	// +kubebuilder:validation:Enum=LeaderWorkerSet;Deployment
	// +optional
	Workload string `json:"workload,omitempty"`
}

// LlmazWeights say how the weights of the claimed models reach the pods, and the pods their nodes.
type LlmazWeights struct {
	// Keep the weights on a volume that outlives the pods, so that a restart does not
	// load them again.
	// +optional
	Cache *Cache `json:"cache,omitempty"`
	// Turn the node selectors of the chosen flavors into node affinity, as llmaz's own
	// scheduler plugin would.
	// +kubebuilder:default=true
	// +optional
	FlavorAffinity *bool `json:"flavorAffinity,omitempty"`
	// The image that loads weights into the model volume. Default: the provider's own,
	// kept as it was when the resource was made.
	// +optional
	LoaderImage string `json:"loaderImage,omitempty"`
}
