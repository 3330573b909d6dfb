// Package v1alpha1 holds the API types of llmaz's inference group,
// inference.llmaz.io/v1alpha1.
//
// The types carry the vocabulary of llmaz v0.1.4 and, beside it, the fields that only
// v0.1.0 has. What v0.1.0 names or places differently is told by each kind's
// generations in internal/kinds/llmaz. They are read by the schema generator and are
// the only source of the Terraform schema.
//
// Mirrors InftyAI/llmaz api/inference/v1alpha1/*_types.go@v0.1.4 and @v0.1.0.
//
// +groupName=inference.llmaz.io
package v1alpha1

import (
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
)

// Playground serves one model, or a main model and its draft, with a backend runtime.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=pl,path=playgrounds
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
type Playground struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What to serve, and how.
	// +optional
	Spec PlaygroundSpec `json:"spec,omitempty"`
	// What the controllers report about the playground.
	// +optional
	Status WorkloadStatus `json:"status,omitempty"`
}

// PlaygroundSpec says what a playground serves and how.
type PlaygroundSpec struct {
	// Number of replicas. Left to the autoscaler once `elastic_config` is set.
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The one model to serve. Not together with `model_claims`.
	// +optional
	ModelClaim *corev1alpha1.ModelClaim `json:"modelClaim,omitempty"`
	// Several models that serve together, as speculative decoding needs them. Not
	// together with `model_claim`.
	// +optional
	ModelClaims *corev1alpha1.ModelClaims `json:"modelClaims,omitempty"`
	// The runtime that serves the model, and what to change in it. The runtime `vllm` when unset.
	// +optional
	BackendRuntimeConfig *BackendRuntimeConfig `json:"backendRuntimeConfig,omitempty"`
	// Autoscaling.
	// +optional
	ElasticConfig *ElasticConfig `json:"elasticConfig,omitempty"`
}

// BackendRuntimeConfig chooses a runtime and adjusts it.
type BackendRuntimeConfig struct {
	// The BackendRuntime to use.
	// +kubebuilder:default=vllm
	// +optional
	BackendName *string `json:"backendName,omitempty"`
	// The version of the runtime, that is the image tag, instead of the runtime's own.
	// +optional
	Version *string `json:"version,omitempty"`
	// Environment variables of the serving container. One that the runtime has too replaces it.
	// +optional
	Envs []corev1.EnvVar `json:"envs,omitempty"`
	// The recommended configuration of the runtime to start from. When unset it
	// follows from the claim: `speculative-decoding` with a draft model, else `default`.
	// +optional
	ConfigName *string `json:"configName,omitempty"`
	// Arguments appended to those of the recommended configuration.
	// +optional
	Args []string `json:"args,omitempty"`
	// Compute resources of the serving container. Accelerators belong to the model's flavors.
	// +optional
	Resources *ResourceRequirements `json:"resources,omitempty"`
	// The size of `/dev/shm` instead of the recommended configuration's.
	// +optional
	// +inference:since=v0.1.4
	SharedMemorySize *resource.Quantity `json:"sharedMemorySize,omitempty"`
}

// ResourceRequirements are compute resources without claims on devices.
type ResourceRequirements struct {
	// The most that may be used.
	// +optional
	Limits corev1.ResourceList `json:"limits,omitempty"`
	// What is reserved; equal to the limits when unset.
	// +optional
	Requests corev1.ResourceList `json:"requests,omitempty"`
}

// ElasticConfig bounds the replicas and says what scales them.
type ElasticConfig struct {
	// The fewest replicas; at least 1.
	// +kubebuilder:default=1
	// +optional
	MinReplicas *int32 `json:"minReplicas,omitempty"`
	// The most replicas; greater than `min_replicas`.
	// +kubebuilder:validation:Minimum=1
	MaxReplicas int32 `json:"maxReplicas"`
	// A trigger that the runtime defines, by name. llmaz v0.1.0 only.
	// +optional
	// +inference:until=v0.1.0
	ScaleTriggerRef *ScaleTriggerRef `json:"scaleTriggerRef,omitempty"`
	// What scales the replicas, instead of the trigger of the runtime.
	// +optional
	ScaleTrigger *ScaleTrigger `json:"scaleTrigger,omitempty"`
}

// ScaleTriggerRef names a trigger of a runtime. llmaz v0.1.0 only.
type ScaleTriggerRef struct {
	// The name of the trigger in the runtime's `scale_triggers`.
	Name string `json:"name"`
}

// ScaleTrigger says what scales the replicas.
type ScaleTrigger struct {
	// Scaling by a HorizontalPodAutoscaler.
	// +optional
	HPA *HPATrigger `json:"hpa,omitempty"`
}

// NamedScaleTrigger is a trigger that a playground can choose by name. llmaz v0.1.0 only.
type NamedScaleTrigger struct {
	// The name playgrounds choose the trigger by.
	// +optional
	Name string `json:"name,omitempty"`
	// Scaling by a HorizontalPodAutoscaler.
	// +optional
	HPA *HPATrigger `json:"hpa,omitempty"`
}

// HPATrigger is the part of a HorizontalPodAutoscaler that a user chooses.
type HPATrigger struct {
	// What is measured; the highest number of replicas that any metric asks for wins.
	// CPU utilization of 80 % when unset.
	// +optional
	Metrics []autoscalingv2.MetricSpec `json:"metrics,omitempty"`
	// How fast to scale up and down.
	// +optional
	Behavior *autoscalingv2.HorizontalPodAutoscalerBehavior `json:"behavior,omitempty"`
}

// WorkloadStatus is what the controllers report about a playground or a service.
type WorkloadStatus struct {
	// Conditions of the workload. `Available` is the one that tells whether it serves.
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// Number of replicas, ready or not.
	Replicas int32 `json:"replicas"`
	// The label selector of the serving pods, as text.
	// +optional
	Selector string `json:"selector,omitempty"`
}

// BackendRuntime describes an inference engine and how to start it. It is
// cluster-scoped and runs nothing by itself.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=br,path=backendruntimes
// +kubebuilder:subresource:status
type BackendRuntime struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The engine.
	// +optional
	Spec BackendRuntimeSpec `json:"spec,omitempty"`
	// What the controllers report about the runtime. llmaz v0.1 never writes it.
	// +optional
	Status BackendRuntimeStatus `json:"status,omitempty"`
}

// BackendRuntimeSpec describes an inference engine.
type BackendRuntimeSpec struct {
	// The command of the serving container; that of the image when unset.
	// +optional
	Command []string `json:"command,omitempty"`
	// The commands of leader and workers when a model spans several hosts. llmaz v0.1.0 only.
	// +optional
	// +inference:until=v0.1.0
	MultiHostCommands *MultiHostCommands `json:"multiHostCommands,omitempty"`
	// The image of the engine without its tag.
	Image string `json:"image"`
	// The version of the engine, that is the tag of the image.
	Version string `json:"version"`
	// Environment variables of the serving container.
	// +optional
	Envs []corev1.EnvVar `json:"envs,omitempty"`
	// What to do when the serving container starts and stops.
	// +optional
	// +inference:since=v0.1.4
	Lifecycle *corev1.Lifecycle `json:"lifecycle,omitempty"`
	// When the serving container is restarted.
	// +optional
	LivenessProbe *corev1.Probe `json:"livenessProbe,omitempty"`
	// When the serving container receives requests.
	// +optional
	ReadinessProbe *corev1.Probe `json:"readinessProbe,omitempty"`
	// How long the serving container may take to start.
	// +optional
	StartupProbe *corev1.Probe `json:"startupProbe,omitempty"`
	// Ready-made configurations, one for each way to serve: `default`, `speculative-decoding`, or a name of your own.
	// +optional
	RecommendedConfigs []RecommendedConfig `json:"recommendedConfigs,omitempty"`
	// Compute resources of the serving container, required by llmaz v0.1.0 and unknown to later
	// releases, where they are part of each recommended configuration.
	// +optional
	// +inference:until=v0.1.0
	Resources *ResourceRequirements `json:"resources,omitempty"`
	// Triggers that playgrounds can choose by name. llmaz v0.1.0 only.
	// +optional
	// +inference:until=v0.1.0
	ScaleTriggers []NamedScaleTrigger `json:"scaleTriggers,omitempty"`
}

// MultiHostCommands are the commands of a model that spans several hosts. llmaz v0.1.0 only.
type MultiHostCommands struct {
	// The command of the leader; the arguments are appended to its last element.
	// +optional
	Leader []string `json:"leader,omitempty"`
	// The command of the workers.
	// +optional
	Worker []string `json:"worker,omitempty"`
}

// RecommendedConfig is one ready-made configuration of a runtime.
type RecommendedConfig struct {
	// The name playgrounds choose the configuration by. Unique in the runtime.
	Name string `json:"name"`
	// Arguments of the serving container. `{{ .ModelPath }}`, `{{ .ModelName }}` and
	// `{{ .DraftModelPath }}` stand for the claimed models.
	// +optional
	Args []string `json:"args,omitempty"`
	// Compute resources of the serving container. Accelerators belong to the model's flavors.
	// +optional
	// +inference:since=v0.1.4
	Resources *ResourceRequirements `json:"resources,omitempty"`
	// The size of `/dev/shm`.
	// +optional
	// +inference:since=v0.1.4
	SharedMemorySize *resource.Quantity `json:"sharedMemorySize,omitempty"`
	// What scales playgrounds that set `elastic_config` without a trigger of their own.
	// +optional
	// +inference:since=v0.1.4
	ScaleTrigger *ScaleTrigger `json:"scaleTrigger,omitempty"`
}

// BackendRuntimeStatus is what the controllers report about a runtime.
type BackendRuntimeStatus struct {
	// Conditions of the runtime.
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Service serves models with pods that its author describes in full, on one host or several.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=isvc,path=services
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
type Service struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What to serve, and with which pods.
	// +optional
	Spec ServiceSpec `json:"spec,omitempty"`
	// What the controllers report about the service.
	// +optional
	Status WorkloadStatus `json:"status,omitempty"`
}

// ServiceSpec says what a service serves and with which pods.
type ServiceSpec struct {
	// The models to serve.
	// +optional
	ModelClaims *corev1alpha1.ModelClaims `json:"modelClaims,omitempty"`
	// Number of replicas, each a group of pods.
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The pods of one group.
	WorkloadTemplate WorkloadTemplate `json:"workloadTemplate"`
	// How groups are replaced when the template changes.
	// +kubebuilder:default={type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 0}}
	// +optional
	RolloutStrategy *RolloutStrategy `json:"rolloutStrategy,omitempty"`
}

// Mirrors kubernetes-sigs/lws api/leaderworkerset/v1/leaderworkerset_types.go@v0.5.1.

// WorkloadTemplate describes one group of pods: a leader and its workers.
type WorkloadTemplate struct {
	// The leader pod; the worker template when unset.
	// +optional
	LeaderTemplate *corev1.PodTemplateSpec `json:"leaderTemplate,omitempty"`
	// The worker pods.
	WorkerTemplate corev1.PodTemplateSpec `json:"workerTemplate"`
	// Size of a group, leader included.
	// +kubebuilder:default=1
	// +optional
	Size *int32 `json:"size,omitempty"`
	// What happens to the group when one of its pods restarts. llmaz does not pass it on.
	// +kubebuilder:default=RecreateGroupOnPodRestart
	// +kubebuilder:validation:Enum=Default;RecreateGroupOnPodRestart;None
	// +optional
	RestartPolicy string `json:"restartPolicy,omitempty"`
	// How a group is divided for placement. llmaz does not pass it on.
	// +optional
	SubGroupPolicy *SubGroupPolicy `json:"subGroupPolicy,omitempty"`
	// When workers start: with the leader, or once it is ready. llmaz v0.1.0 only.
	// +kubebuilder:default=LeaderCreated
	// +kubebuilder:validation:Enum=LeaderCreated;LeaderReady
	// +optional
	// +inference:until=v0.1.0
	StartupPolicy string `json:"startupPolicy,omitempty"`
	// How the pods of a group find each other. llmaz v0.1.0 only.
	// +optional
	// +inference:until=v0.1.0
	NetworkConfig *NetworkConfig `json:"networkConfig,omitempty"`
}

// SubGroupPolicy divides a group.
type SubGroupPolicy struct {
	// Size of a subgroup; the size of the group, or that less the leader, must be a multiple of it.
	// +optional
	SubGroupSize *int32 `json:"subGroupSize,omitempty"`
	// Whether the leader is a part of the first subgroup (`LeaderWorker`), or stays outside of all (`LeaderExcluded`).
	// +kubebuilder:default=LeaderWorker
	// +kubebuilder:validation:Enum=LeaderWorker;LeaderExcluded
	// +optional
	// +inference:since=3c13ff34
	SubGroupPolicyType *string `json:"subGroupPolicyType,omitempty"`
}

// NetworkConfig says how the pods of a group find each other. llmaz v0.1.0 only.
type NetworkConfig struct {
	// One headless service for all groups (`Shared`) or one for each (`UniquePerReplica`).
	// +kubebuilder:validation:Enum=Shared;UniquePerReplica
	SubdomainPolicy string `json:"subdomainPolicy"`
}

// RolloutStrategy says how groups are replaced.
type RolloutStrategy struct {
	// The way groups are replaced.
	// +kubebuilder:default=RollingUpdate
	// +kubebuilder:validation:Enum=RollingUpdate
	Type string `json:"type"`
	// The bounds of a rolling update.
	// +optional
	RollingUpdateConfiguration *RollingUpdateConfiguration `json:"rollingUpdateConfiguration,omitempty"`
}

// RollingUpdateConfiguration bounds a rolling update.
type RollingUpdateConfiguration struct {
	// The most groups that may be missing during an update, as a number or a percentage.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:default=1
	// +optional
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// The most groups that may exist beyond `replicas` during an update, as a number or a percentage.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:default=0
	// +optional
	MaxSurge *intstr.IntOrString `json:"maxSurge,omitempty"`
}
