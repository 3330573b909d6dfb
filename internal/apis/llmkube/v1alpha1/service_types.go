package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// InferenceService serves one model in the same namespace.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=isvc,path=inferenceservices
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
type InferenceService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What to serve, and how.
	Spec InferenceServiceSpec `json:"spec"`
	// What the controller reports about the service.
	// +optional
	Status InferenceServiceStatus `json:"status,omitempty"`
}

// InferenceServiceSpec says what a service serves and how.
type InferenceServiceSpec struct {
	// The model to serve, in the namespace of the service.
	ModelRef string `json:"modelRef"`
	// The engine. From v0.9.19 also `sglang` and `llamacpp-router`, which serves every model below `/models`.
	// +kubebuilder:validation:Enum=llamacpp;llamacpp-router;personaplex;vllm;tgi;sglang;generic
	// +kubebuilder:default=llamacpp
	// +optional
	Runtime string `json:"runtime,omitempty"`
	// Number of replicas. Only the initial one once `autoscaling` is set.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// Stop all pods and keep `replicas` for later.
	// +kubebuilder:default=false
	// +optional
	// +inference:since=v0.9.19
	Suspend bool `json:"suspend,omitempty"`
	// The image of the engine. Required for the runtimes `generic` and `personaplex`, which have no default.
	// +optional
	Image string `json:"image,omitempty"`
	// What the container starts, instead of what the runtime or the image starts.
	// +optional
	Command []string `json:"command,omitempty"`
	// All arguments of the container. Only for the runtime `generic`.
	// +optional
	Args []string `json:"args,omitempty"`
	// Arguments after those that follow from the other fields. Every runtime but `generic` and `personaplex`
	// takes them; in v0.8.7 only `llamacpp` and `vllm`.
	// +optional
	ExtraArgs []string `json:"extraArgs,omitempty"`
	// Environment variables of the container. They win over those of the runtime.
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// The port the engine listens on, when it is not that of `endpoint`. The core Service sends to the port of
	// `endpoint`, so the two must agree.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	// +optional
	ContainerPort *int32 `json:"containerPort,omitempty"`
	// The IP address the engine listens on; all addresses when unset.
	// +optional
	// +inference:since=v0.9.19
	BindAddress string `json:"bindAddress,omitempty"`
	// What the model does for its clients. Told from the arguments and the path when unset.
	// +kubebuilder:validation:Enum=chat;embedding;rerank
	// +optional
	// +inference:since=v0.9.19
	Mode string `json:"mode,omitempty"`
	// Leave out the container that downloads the model, because the engine or the image has it.
	// +optional
	SkipModelInit *bool `json:"skipModelInit,omitempty"`
	// Where the weights are cached.
	// +optional
	// +inference:since=v0.9.19
	ModelCache *ModelCacheSpec `json:"modelCache,omitempty"`
	// How clients reach the service.
	// +optional
	Endpoint *EndpointSpec `json:"endpoint,omitempty"`
	// Resources of one pod.
	// +optional
	Resources *InferenceResourceRequirements `json:"resources,omitempty"`
	// Scaling by load, through a HorizontalPodAutoscaler.
	// +optional
	Autoscaling *AutoscalingSpec `json:"autoscaling,omitempty"`
	// The urgency of the pods: the PriorityClass `llmkube-<priority>`.
	// +kubebuilder:validation:Enum=critical;high;normal;low;batch
	// +kubebuilder:default=normal
	// +optional
	Priority string `json:"priority,omitempty"`
	// A PriorityClass of your own. Wins over `priority`.
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`
	// Options of llama.cpp, served in the process of the container.
	LlamaCppSpec `json:",inline"`
	// Options of the runtime `vllm`.
	// +optional
	VLLMConfig *VLLMConfig `json:"vllmConfig,omitempty"`
	// Options of the runtime `sglang`.
	// +optional
	// +inference:since=v0.9.19
	SGLangConfig *SGLangConfig `json:"sglangConfig,omitempty"`
	// Options of the runtime `tgi`.
	// +optional
	TGIConfig *TGIConfig `json:"tgiConfig,omitempty"`
	// Options of the runtime `personaplex`.
	// +optional
	PersonaPlexConfig *PersonaPlexConfig `json:"personaPlexConfig,omitempty"`
	// What of the pods can be set.
	PodSpec `json:",inline"`
	// How changes reach the running pods.
	// +optional
	// +inference:since=v0.9.19
	RolloutPolicy *RolloutPolicy `json:"rolloutPolicy,omitempty"`
	// Protection of the pods from being moved to other nodes.
	// +optional
	// +inference:since=v0.9.19
	Disruption *DisruptionSpec `json:"disruption,omitempty"`
	// Restart pods that are older than this, in seconds, one at a time.
	// +kubebuilder:validation:Minimum=1
	// +optional
	// +inference:since=v0.9.19
	MaxPodLifetimeSeconds *int64 `json:"maxPodLifetimeSeconds,omitempty"`
	// How long a pod that is too old may go on being busy, in seconds. Needs `rollout_policy.wait_for_idle`.
	// +kubebuilder:validation:Minimum=0
	// +optional
	// +inference:since=v0.9.19
	MaxPodLifetimeIdleTimeoutSeconds *int64 `json:"maxPodLifetimeIdleTimeoutSeconds,omitempty"`
	// A service-level objective that is handed to Pyrra.
	// +optional
	// +inference:since=v0.9.19
	SLO *SLOSpec `json:"slo,omitempty"`
	// Options that only the agent for macOS reads.
	MetalSpec `json:",inline"`
}

// PodSpec is what can be set of the pods of a service.
type PodSpec struct {
	// Labels of the pods. Those that LLMKube sets itself win.
	// +optional
	PodLabels map[string]string `json:"podLabels,omitempty"`
	// Annotations of the pods.
	// +optional
	PodAnnotations map[string]string `json:"podAnnotations,omitempty"`
	// Labels of the nodes that may run the pods. v0.8.7 ignores them for pods without GPU.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Taints that the pods tolerate, beside that of the GPU. v0.8.7 ignores them for pods without GPU.
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Which nodes and which neighbours the pods want or avoid.
	// +optional
	// +inference:since=v0.9.19
	Affinity *corev1.Affinity `json:"affinity,omitempty"`
	// How the pods are spread over nodes and zones.
	// +optional
	// +inference:since=v0.9.19
	TopologySpreadConstraints []corev1.TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty"`
	// The RuntimeClass of the pods, such as `nvidia`.
	// +optional
	RuntimeClassName string `json:"runtimeClassName,omitempty"`
	// Secrets to pull the images with.
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// The security context of the pods, in place of the default one with `fs_group = 102` and the seccomp profile of the runtime.
	// +optional
	PodSecurityContext *corev1.PodSecurityContext `json:"podSecurityContext,omitempty"`
	// The security context of the engine's container, in place of the default one that drops all capabilities.
	// +optional
	SecurityContext *corev1.SecurityContext `json:"securityContext,omitempty"`
	// Further volumes of the pods.
	// +optional
	// +inference:since=v0.9.19
	ExtraVolumes []corev1.Volume `json:"extraVolumes,omitempty"`
	// Where the container sees the further volumes.
	// +optional
	// +inference:since=v0.9.19
	ExtraVolumeMounts []corev1.VolumeMount `json:"extraVolumeMounts,omitempty"`
	// Probes in place of those of the runtime.
	// +optional
	ProbeOverrides *ProbeOverrides `json:"probeOverrides,omitempty"`
	// Revision history limit of the Deployment; 10 when unset.
	// +kubebuilder:validation:Minimum=0
	// +optional
	// +inference:since=v0.9.19
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty"`
}

// ProbeOverrides are probes of the container, each in place of that of the runtime.
type ProbeOverrides struct {
	// Whether the engine has started.
	// +optional
	Startup *corev1.Probe `json:"startup,omitempty"`
	// Whether the engine must be restarted.
	// +optional
	Liveness *corev1.Probe `json:"liveness,omitempty"`
	// Whether the engine can answer.
	// +optional
	Readiness *corev1.Probe `json:"readiness,omitempty"`
}

// MetalSpec is what only the agent for macOS reads.
type MetalSpec struct {
	// Keep the service when the machine runs short of memory.
	// +optional
	EvictionProtection *bool `json:"evictionProtection,omitempty"`
	// Bits per value of the KV cache.
	// +kubebuilder:validation:Enum=3;6;8
	// +optional
	// +inference:since=v0.9.19
	TurboQuantBits *int32 `json:"turboQuantBits,omitempty"`
	// The folder of the KV cache on disk.
	// +optional
	// +inference:since=v0.9.19
	PagedSSDCacheDir string `json:"pagedSSDCacheDir,omitempty"`
	// The size of the KV cache on disk, such as `200GB`.
	// +optional
	// +inference:since=v0.9.19
	PagedSSDCacheMaxSize string `json:"pagedSSDCacheMaxSize,omitempty"`
	// The size of the KV cache in memory, such as `50GB`.
	// +optional
	// +inference:since=v0.9.19
	HotCacheMaxSize string `json:"hotCacheMaxSize,omitempty"`
}

// ModelCacheSpec says where the weights are cached.
//
// +kubebuilder:validation:XValidation:rule="!(has(self.persistence) && self.persistence == 'Ephemeral' && has(self.claimName))",message="claim_name names a cache, which persistence Ephemeral does without; remove one of them"
type ModelCacheSpec struct {
	// A PersistentVolumeClaim of your own to cache in. It must exist.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +optional
	ClaimName string `json:"claimName,omitempty"`
	// Whether the weights outlive the pod. `Ephemeral` downloads them for every pod again.
	// +kubebuilder:validation:Enum=Cached;Ephemeral
	// +optional
	Persistence string `json:"persistence,omitempty"`
}

// EndpointSpec says how clients reach a service.
type EndpointSpec struct {
	// The port of the core Service, and of the engine unless `container_port` is set.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	// +kubebuilder:default=8080
	// +optional
	Port int32 `json:"port,omitempty"`
	// The path in the endpoint that the status reports.
	// +kubebuilder:default=/v1/chat/completions
	// +optional
	Path string `json:"path,omitempty"`
	// The type of the core Service. v0.8.7 never changes that of an existing one.
	// +kubebuilder:validation:Enum=ClusterIP;NodePort;LoadBalancer
	// +kubebuilder:default=ClusterIP
	// +optional
	Type string `json:"type,omitempty"`
	// The port on every node, for the type NodePort. One is chosen when unset.
	// +kubebuilder:validation:Minimum=30000
	// +kubebuilder:validation:Maximum=32767
	// +optional
	// +inference:since=v0.9.19
	NodePort *int32 `json:"nodePort,omitempty"`
	// Exposure through Envoy AI Gateway.
	// +optional
	// +inference:since=v0.9.19
	Gateway *GatewaySpec `json:"gateway,omitempty"`
}

// GatewaySpec exposes a service through Envoy AI Gateway.
type GatewaySpec struct {
	// Whether the service is exposed. Turning it off leaves the objects that were made.
	// +optional
	Enabled bool `json:"enabled,omitempty"`
	// The Gateway that gets the route.
	GatewayRef GatewayRef `json:"gatewayRef"`
	// The model that clients ask for. The name in `model_ref` when unset.
	// +optional
	ModelName string `json:"modelName,omitempty"`
}

// GatewayRef names a Gateway.
type GatewayRef struct {
	// The name of the Gateway.
	Name string `json:"name"`
	// Its namespace; that of the object that names it when unset.
	// +optional
	Namespace string `json:"namespace,omitempty"`
}

// InferenceResourceRequirements are the resources of one pod.
type InferenceResourceRequirements struct {
	// Number of GPUs that a pod requests. That of the model wins when it is more than 0.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=8
	// +optional
	GPU int32 `json:"gpu,omitempty"`
	// Memory of the GPU. Nothing reads it; see `gpu_sharing.memory_limit_gib`.
	// +optional
	GPUMemory string `json:"gpuMemory,omitempty"`
	// Processors that a pod requests, such as `4` or `500m`.
	// +optional
	CPU string `json:"cpu,omitempty"`
	// Memory that a pod requests, such as `16Gi`.
	// +optional
	Memory string `json:"memory,omitempty"`
	// Memory that a pod requests when a part of the model stays off the GPU. Wins over `memory`.
	// +optional
	HostMemory string `json:"hostMemory,omitempty"`
	// Local disk that a pod requests and is limited to, such as `40Gi`; with an ephemeral model cache also its size.
	// +kubebuilder:validation:Pattern=`^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$`
	// +optional
	// +inference:since=v0.9.19
	EphemeralStorage string `json:"ephemeralStorage,omitempty"`
	// Whether the pod has the GPU for itself.
	// +optional
	// +inference:since=v0.9.19
	GPUSharing *GPUSharingSpec `json:"gpuSharing,omitempty"`
}

// GPUSharingSpec says how a pod shares a GPU.
//
// +kubebuilder:validation:XValidation:rule="!has(self.mode) || self.mode != 'partitioned' || (has(self.profile) && self.profile.size() > 0)",message="the mode partitioned needs the profile of the partition"
// +kubebuilder:validation:XValidation:rule="!has(self.profile) || self.profile.size() == 0 || (has(self.mode) && self.mode == 'partitioned')",message="profile belongs to the mode partitioned; remove it or set the mode"
// +kubebuilder:validation:XValidation:rule="!has(self.memoryLimitGiB) || (has(self.mode) && self.mode == 'shared')",message="memory_limit_gib belongs to the mode shared; remove it or set the mode"
type GPUSharingSpec struct {
	// The whole device, a device shared with other pods, or a partition of it.
	// +kubebuilder:validation:Enum=exclusive;shared;partitioned
	// +kubebuilder:default=exclusive
	// +optional
	Mode string `json:"mode,omitempty"`
	// The partition as the device plugin names it, such as `1g.24gb`.
	// +optional
	Profile string `json:"profile,omitempty"`
	// The memory in GiB that a shared device counts against quotas. Nothing enforces it.
	// +kubebuilder:validation:Minimum=1
	// +optional
	MemoryLimitGiB *int32 `json:"memoryLimitGiB,omitempty"`
}

// AutoscalingSpec scales a service by load.
type AutoscalingSpec struct {
	// The least number of pods.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:default=1
	// +optional
	MinReplicas *int32 `json:"minReplicas,omitempty"`
	// The greatest number of pods.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100
	MaxReplicas int32 `json:"maxReplicas"`
	// What to scale by. When unset, the busy requests of a pod as its engine counts them, with 2 as the target.
	// +optional
	Metrics []MetricSpec `json:"metrics,omitempty"`
}

// MetricSpec is one figure to scale by.
type MetricSpec struct {
	// Whether the figure comes from the pods themselves or is the use of a resource.
	// +kubebuilder:validation:Enum=Pods;Resource
	Type string `json:"type"`
	// The name of the metric; for a resource `cpu` or `memory`.
	Name string `json:"name"`
	// The value per pod to keep, for the type Pods.
	// +optional
	TargetAverageValue *string `json:"targetAverageValue,omitempty"`
	// The use in percent of what is requested, for the type Resource.
	// +optional
	TargetAverageUtilization *int32 `json:"targetAverageUtilization,omitempty"`
}

// RolloutPolicy says how changes reach the running pods.
type RolloutPolicy struct {
	// Wait until no request is being answered.
	// +optional
	WaitForIdle bool `json:"waitForIdle,omitempty"`
	// How long to wait for that, in seconds. 0 counts as 300.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=300
	// +optional
	IdleTimeoutSeconds int `json:"idleTimeoutSeconds,omitempty"`
	// Do not wait whatever `wait_for_idle` says.
	// +optional
	Force bool `json:"force,omitempty"`
}

// DisruptionSpec protects pods from being moved to other nodes.
type DisruptionSpec struct {
	// Protect pods while they load the model.
	// +kubebuilder:default=true
	// +optional
	ProtectStartup *bool `json:"protectStartup,omitempty"`
	// Protect pods always.
	// +optional
	ProtectAlways *bool `json:"protectAlways,omitempty"`
}

// SLOSpec is a service-level objective.
//
// +kubebuilder:validation:XValidation:rule="self.indicator != 'latency' || has(self.latencyThreshold)",message="the indicator latency needs latency_threshold"
type SLOSpec struct {
	// The name of the objective; `<service>-<indicator>` when unset.
	// +optional
	Name string `json:"name,omitempty"`
	// The share of good events in percent, from 50 to 99.999, such as `99.5`.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +kubebuilder:validation:XValidation:rule="double(self) >= 50.0 && double(self) <= 99.999",message="must be from 50 to 99.999"
	Objective string `json:"objective"`
	// The time over which the share is taken, such as `28d`.
	// +kubebuilder:validation:Pattern=`^[0-9]+[mhdw]$`
	// +kubebuilder:default="28d"
	// +optional
	Window string `json:"window,omitempty"`
	// What counts: that the pod answers, or that it answers in time.
	// +kubebuilder:validation:Enum=availability;latency
	// +kubebuilder:default=availability
	// +optional
	Indicator string `json:"indicator,omitempty"`
	// How long a good request takes at most, in seconds; a bound of the engine's histogram.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +optional
	LatencyThreshold string `json:"latencyThreshold,omitempty"`
}
