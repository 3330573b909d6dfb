package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// InferenceServiceStatus is what the operator reports about a service.
//
// +kubebuilder:pruning:PreserveUnknownFields
type InferenceServiceStatus struct {
	// The generation of the Deployment or LeaderWorkerSet that was looked at last: not
	// that of the service.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Conditions of the service: `Ready`, `IngressReady`, and `EngineReady`, `DecoderReady` and
	// `RouterReady` of its components.
	// +optional
	Conditions []ServiceCondition `json:"conditions,omitempty"`
	// Notes of the controller.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// Where the service is reached inside the cluster.
	// +optional
	Address *Addressable `json:"address,omitempty"`
	// The URL of the service.
	// +optional
	URL *string `json:"url,omitempty"`
	// The state of each component, by name.
	// +optional
	Components map[string]ComponentStatusSpec `json:"components,omitempty"`
	// The state of the model.
	// +optional
	ModelStatus ModelStatus `json:"modelStatus,omitempty"`
}

// ServiceCondition is a condition of a service.
type ServiceCondition struct {
	// What the condition is about.
	Type string `json:"type"`
	// Whether it holds: `True`, `False` or `Unknown`.
	Status string `json:"status"`
	// How grave it is when it does not hold: an error when empty, else `Warning` or `Info`.
	// +optional
	Severity string `json:"severity,omitempty"`
	// When the condition changed last.
	// +optional
	LastTransitionTime string `json:"lastTransitionTime,omitempty"`
	// Why, in one word.
	// +optional
	Reason string `json:"reason,omitempty"`
	// Why, for people.
	// +optional
	Message string `json:"message,omitempty"`
}

// Addressable is where something is reached.
type Addressable struct {
	// The name of the address.
	// +optional
	Name *string `json:"name,omitempty"`
	// The URL.
	// +optional
	URL *string `json:"url,omitempty"`
	// The certificates of the authorities that callers trust, as PEM.
	// +optional
	CACerts *string `json:"CACerts,omitempty"`
	// The audience that tokens of callers must be for.
	// +optional
	Audience *string `json:"audience,omitempty"`
}

// ComponentStatusSpec is the state of a component.
type ComponentStatusSpec struct {
	// The newest revision that is ready.
	// +optional
	LatestReadyRevision string `json:"latestReadyRevision,omitempty"`
	// The newest revision.
	// +optional
	LatestCreatedRevision string `json:"latestCreatedRevision,omitempty"`
	// The revision that had all traffic before.
	// +optional
	PreviousRolledoutRevision string `json:"previousRolledoutRevision,omitempty"`
	// The revision that has all traffic.
	// +optional
	LatestRolledoutRevision string `json:"latestRolledoutRevision,omitempty"`
	// How traffic is spread over revisions.
	// +listType=atomic
	// +optional
	Traffic []TrafficTarget `json:"traffic,omitempty"`
	// The URL of the component.
	// +optional
	URL *string `json:"url,omitempty"`
	// The URL of the component for REST.
	// +optional
	RestURL *string `json:"restURL,omitempty"`
	// Where the component is reached inside the cluster.
	// +optional
	Address *Addressable `json:"address,omitempty"`
	// The accelerator that was chosen for the component.
	// +optional
	// +inference:since=v0.1.5
	SelectedAccelerator *AcceleratorSelectionStatus `json:"selectedAccelerator,omitempty"`
}

// TrafficTarget is the share of one revision in the traffic.
type TrafficTarget struct {
	// A name of the target, which gives it a URL of its own.
	// +optional
	Tag string `json:"tag,omitempty"`
	// The revision.
	// +optional
	RevisionName string `json:"revisionName,omitempty"`
	// The configuration whose newest revision is meant.
	// +optional
	ConfigurationName string `json:"configurationName,omitempty"`
	// Whether the newest ready revision is meant.
	// +optional
	LatestRevision *bool `json:"latestRevision,omitempty"`
	// The percentage of requests.
	// +optional
	Percent *int64 `json:"percent,omitempty"`
	// The URL of the target.
	// +optional
	URL *string `json:"url,omitempty"`
}

// AcceleratorSelectionStatus is the accelerator that was chosen.
type AcceleratorSelectionStatus struct {
	// The AcceleratorClass.
	AcceleratorClass string `json:"acceleratorClass"`
	// Labels of the nodes of the class.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// The resources that containers ask for.
	// +optional
	ResourceRequests map[string]string `json:"resourceRequests,omitempty"`
	// Why the class was chosen.
	// +optional
	Reason string `json:"reason,omitempty"`
}

// ModelStatus is the state of the model of a service.
type ModelStatus struct {
	// Whether the pods serve what the service asks for.
	// +kubebuilder:default=UpToDate
	// +kubebuilder:validation:Enum="";UpToDate;InProgress;BlockedByFailedLoad;InvalidSpec
	TransitionStatus string `json:"transitionStatus"`
	// How far the model is.
	// +optional
	ModelRevisionStates *ModelRevisionStates `json:"modelRevisionStates,omitempty"`
	// The last failure.
	// +optional
	LastFailureInfo *FailureInfo `json:"lastFailureInfo,omitempty"`
	// Number of copies of the model.
	// +optional
	ModelCopies *ModelCopies `json:"modelCopies,omitempty"`
}

// ModelState is how far a model is.
//
// +kubebuilder:validation:Enum="";Pending;Standby;Loading;Loaded;FailedToLoad
type ModelState string

// ModelRevisionStates is how far the model is that serves and the one that will.
type ModelRevisionStates struct {
	// The model that serves.
	// +kubebuilder:default=Pending
	ActiveModelState ModelState `json:"activeModelState"`
	// The model that will serve.
	// +kubebuilder:default=""
	// +optional
	TargetModelState ModelState `json:"targetModelState,omitempty"`
}

// FailureInfo tells of a failure.
type FailureInfo struct {
	// Where it happened; a pod as a rule.
	// +optional
	Location string `json:"location,omitempty"`
	// What kind of failure it was.
	// +kubebuilder:validation:Enum=BaseModelNotReady;BaseModelNotFound;ModelLoadFailed;RuntimeUnhealthy;RuntimeDisabled;NoSupportingRuntime;RuntimeNotRecognized;InvalidPredictorSpec
	// +optional
	Reason string `json:"reason,omitempty"`
	// What happened, for people.
	// +optional
	Message string `json:"message,omitempty"`
	// The revision of the model.
	// +optional
	ModelRevisionName string `json:"modelRevisionName,omitempty"`
	// When it happened.
	// +optional
	Time *metav1.Time `json:"time,omitempty"`
	// The exit status of the container.
	// +optional
	ExitCode int32 `json:"exitCode,omitempty"`
}

// ModelCopies counts the copies of a model.
type ModelCopies struct {
	// Copies that failed to load.
	// +kubebuilder:default=0
	FailedCopies int `json:"failedCopies"`
	// Copies that are loaded.
	// +optional
	TotalCopies int `json:"totalCopies,omitempty"`
}
