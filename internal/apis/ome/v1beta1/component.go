package v1beta1

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// EngineSpec is the component that runs the model, or, where there is a decoder, prefills.
type EngineSpec struct {
	PodSpec `json:",inline"`

	ComponentExtensionSpec `json:",inline"`

	// The main container. Its name must be that of the runtime's runner, by convention `ome-container`.
	// +optional
	Runner *corev1.Container `json:"runner,omitempty"`
	// The pod that leads a group of several hosts. Only together with `worker`.
	// +optional
	Leader *LeaderSpec `json:"leader,omitempty"`
	// The other pods of a group of several hosts. Only together with `leader`.
	// +optional
	Worker *WorkerSpec `json:"worker,omitempty"`
	// The accelerator of this component instead of that of the whole service.
	// +optional
	// +inference:since=v0.1.5
	AcceleratorOverride *AcceleratorSelector `json:"acceleratorOverride,omitempty"`
}

// DecoderSpec is the component that generates tokens after the engine has prefilled.
type DecoderSpec struct {
	PodSpec `json:",inline"`

	ComponentExtensionSpec `json:",inline"`

	// The main container. Its name must be that of the runtime's runner, by convention `ome-container`.
	// +optional
	Runner *corev1.Container `json:"runner,omitempty"`
	// The pod that leads a group of several hosts. Only together with `worker`.
	// +optional
	Leader *LeaderSpec `json:"leader,omitempty"`
	// The other pods of a group of several hosts. Only together with `leader`.
	// +optional
	Worker *WorkerSpec `json:"worker,omitempty"`
	// The accelerator of this component instead of that of the whole service.
	// +optional
	// +inference:since=v0.1.5
	AcceleratorOverride *AcceleratorSelector `json:"acceleratorOverride,omitempty"`
}

// RouterSpec is the component that spreads requests over engines and decoders.
type RouterSpec struct {
	PodSpec `json:",inline"`

	ComponentExtensionSpec `json:",inline"`

	// The main container. Its name must be that of the runtime's runner.
	// +optional
	Runner *corev1.Container `json:"runner,omitempty"`
	// Settings that become environment variables of the runner.
	// +optional
	Config map[string]string `json:"config,omitempty"`
}

// LeaderSpec is the pod that leads a group of several hosts.
type LeaderSpec struct {
	PodSpec `json:",inline"`

	// The main container of the leader.
	// +optional
	Runner *corev1.Container `json:"runner,omitempty"`
}

// WorkerSpec is the pod of the other hosts of a group.
type WorkerSpec struct {
	PodSpec `json:",inline"`

	// Number of workers in a group; at least 1.
	// +optional
	Size *int `json:"size,omitempty"`
	// The main container of a worker.
	// +optional
	Runner *corev1.Container `json:"runner,omitempty"`
}

// ComponentExtensionSpec has the replicas of a component and their update strategy.
type ComponentExtensionSpec struct {
	// The fewest replicas; 1 when unset. 0 asks for Knative, which later releases do not support.
	// +optional
	MinReplicas *int `json:"minReplicas,omitempty"`
	// The most replicas. When unset or 0, 3 for engine and decoder, 2 for the router.
	// +optional
	MaxReplicas int `json:"maxReplicas,omitempty"`
	// The mean utilization, in percent, that the autoscaler aims at; 80 when unset.
	// Deprecated: later releases of OME do not have it.
	// +optional
	ScaleTarget *int `json:"scaleTarget,omitempty"`
	// Metric of the autoscaler: `cpu` or `memory`; `concurrency` and `rps` are for Knative.
	// Deprecated: later releases of OME do not have it.
	// +optional
	ScaleMetric *ScaleMetric `json:"scaleMetric,omitempty"`
	// Maximum number of concurrent requests of a container, with Knative.
	// Deprecated: later releases of OME do not have it.
	// +optional
	ContainerConcurrency *int64 `json:"containerConcurrency,omitempty"`
	// Request timeout in seconds, with Knative.
	// +optional
	TimeoutSeconds *int64 `json:"timeoutSeconds,omitempty"`
	// The percentage of requests that a new revision gets, with Knative.
	// Deprecated: later releases of OME do not have it.
	// +optional
	CanaryTrafficPercent *int64 `json:"canaryTrafficPercent,omitempty"`
	// Labels of the component's pods and of everything else that is made for it.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the component's pods and of everything else that is made for it.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// `minAvailable` of the PodDisruptionBudget: a number or percentage of pods. Not
	// together with `max_unavailable`.
	// +optional
	// +inference:since=v0.1.5
	MinAvailable *intstr.IntOrString `json:"minAvailable,omitempty"`
	// `maxUnavailable` of the PodDisruptionBudget: a number or percentage of pods; 1 when neither is set.
	// +optional
	// +inference:since=v0.1.5
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// Deployment strategy.
	// +optional
	DeploymentStrategy *appsv1.DeploymentStrategy `json:"deploymentStrategy,omitempty"`
	// Settings of KEDA. OME reads those of the service as a whole only.
	// Deprecated: later releases of OME do not have it.
	// +optional
	KedaConfig *KedaConfig `json:"kedaConfig,omitempty"`
}

// ScaleMetric is what an autoscaler looks at.
//
// +kubebuilder:validation:Enum=cpu;memory;concurrency;rps
type ScaleMetric string

// KedaConfig are the settings of an autoscaler of KEDA that asks Prometheus.
type KedaConfig struct {
	// Without effect: the annotation `ome.io/autoscalerClass` chooses KEDA.
	// +optional
	EnableKeda bool `json:"enableKeda,omitempty"`
	// The URL of Prometheus.
	// +optional
	PromServerAddress string `json:"promServerAddress,omitempty"`
	// The query that gives the metric. `%s` stands for the name of the component.
	// +optional
	CustomPromQuery string `json:"customPromQuery,omitempty"`
	// The value of the metric at which replicas are added, as a number.
	// +optional
	ScalingThreshold string `json:"scalingThreshold,omitempty"`
	// How the metric is compared: `GreaterThan`, `GreaterThanOrEqual`, `LessThan` or `LessThanOrEqual`.
	// +optional
	ScalingOperator string `json:"scalingOperator,omitempty"`
	// The credentials for Prometheus.
	// +optional
	// +inference:since=v0.1.5
	AuthenticationRef *ScaledObjectAuthRef `json:"authenticationRef,omitempty"`
	// How to authenticate: `basic`, `tls`, `bearer` and `custom`, separated by commas. Takes
	// effect together with `authentication_ref`.
	// +optional
	// +inference:since=v0.1.5
	AuthModes string `json:"authModes,omitempty"`
}

// ScaledObjectAuthRef names credentials of KEDA.
type ScaledObjectAuthRef struct {
	// The name of the object with the credentials.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// Whether the credentials are those of the namespace or of the cluster.
	// +kubebuilder:default=TriggerAuthentication
	// +kubebuilder:validation:Enum=TriggerAuthentication;ClusterTriggerAuthentication
	// +optional
	Kind string `json:"kind,omitempty"`
}

// AcceleratorSelector chooses an accelerator.
type AcceleratorSelector struct {
	// The AcceleratorClass to use.
	// +optional
	AcceleratorClass *string `json:"acceleratorClass,omitempty"`
	// What the accelerator must have, when none is named.
	// +optional
	Constraints *AcceleratorConstraints `json:"constraints,omitempty"`
	// Which of the suitable accelerators is taken.
	// +optional
	Policy AcceleratorSelectionPolicy `json:"policy,omitempty"`
}

// AcceleratorSelectionPolicy says which of several accelerators is taken.
//
// +kubebuilder:validation:Enum=BestFit;Cheapest;MostCapable;FirstAvailable
type AcceleratorSelectionPolicy string

// AcceleratorConstraints are what an accelerator must have.
type AcceleratorConstraints struct {
	// The least memory, in GiB.
	// +optional
	MinMemory *int64 `json:"minMemory,omitempty"`
	// The most memory, in GiB.
	// +optional
	MaxMemory *int64 `json:"maxMemory,omitempty"`
	// The least compute performance, in trillions of operations per second.
	// +optional
	MinComputePerformanceTFLOPS *int64 `json:"minComputePerformanceTFLOPS,omitempty"`
	// Features that the accelerator must have.
	// +listType=atomic
	// +optional
	RequiredFeatures []string `json:"requiredFeatures,omitempty"`
	// Classes that must not be taken.
	// +listType=atomic
	// +optional
	ExcludedClasses []string `json:"excludedClasses,omitempty"`
	// Families that the accelerator may be of.
	// +listType=atomic
	// +optional
	ArchitectureFamilies []string `json:"architectureFamilies,omitempty"`
	// The least compute capability. Versions are compared as text.
	// +optional
	MinArchitectureVersion *string `json:"minArchitectureVersion,omitempty"`
	// Number formats that the accelerator should be good at.
	// +listType=atomic
	// +optional
	PreferredPrecisions []string `json:"preferredPrecisions,omitempty"`
}
