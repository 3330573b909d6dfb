package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// InferenceServiceStatus is what the controller reports about a service.
type InferenceServiceStatus struct {
	// How far the service has come.
	// +kubebuilder:validation:Enum=Pending;Creating;Progressing;Ready;WaitingForGPU;Stopped;Suspended;Failed
	// +optional
	Phase string `json:"phase,omitempty"`
	// The pods that can answer.
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty"`
	// The pods that are wanted.
	// +optional
	DesiredReplicas int32 `json:"desiredReplicas,omitempty"`
	// The pods that are wanted, as autoscalers read it.
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
	// The URL of the service inside the cluster.
	// +optional
	Endpoint string `json:"endpoint,omitempty"`
	// Whether the model is ready.
	// +optional
	ModelReady bool `json:"modelReady,omitempty"`
	// When the status was last written.
	// +optional
	LastUpdated *metav1.Time `json:"lastUpdated,omitempty"`
	// Why pods could last not be scheduled. It stays when they are.
	// +optional
	SchedulingStatus string `json:"schedulingStatus,omitempty"`
	// The words of the scheduler.
	// +optional
	SchedulingMessage string `json:"schedulingMessage,omitempty"`
	// The resource that was waited for.
	// +optional
	WaitingFor string `json:"waitingFor,omitempty"`
	// The place among the services of all namespaces that wait for a GPU, from 1.
	// +optional
	QueuePosition int32 `json:"queuePosition,omitempty"`
	// The number of the priority.
	// +optional
	EffectivePriority int32 `json:"effectivePriority,omitempty"`
	// What the model does for its clients.
	// +optional
	// +inference:since=v0.9.19
	Mode string `json:"mode,omitempty"`
	// Exposure through Envoy AI Gateway.
	// +optional
	// +inference:since=v0.9.19
	Gateway *GatewayStatus `json:"gateway,omitempty"`
	// The device that serves the model, as llama.cpp reports it.
	// +optional
	// +inference:since=v0.9.19
	Acceleration *AccelerationStatus `json:"acceleration,omitempty"`
	// Conditions of the service.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// GatewayStatus is the exposure through Envoy AI Gateway.
type GatewayStatus struct {
	// The model that clients ask for.
	// +optional
	ModelName string `json:"modelName,omitempty"`
	// Whether the route and what it leads to exist.
	// +optional
	RouteReady bool `json:"routeReady,omitempty"`
	// The address of the gateway.
	// +optional
	Endpoint string `json:"endpoint,omitempty"`
	// Whether the gateway asks clients for a token.
	// +optional
	AuthEnabled bool `json:"authEnabled,omitempty"`
}

// AccelerationStatus is where the layers of a model ended up.
type AccelerationStatus struct {
	// The device, such as `CPU`.
	// +optional
	Device string `json:"device,omitempty"`
	// The layers on an accelerator.
	// +optional
	LayersOffloaded *int32 `json:"layersOffloaded,omitempty"`
	// All layers.
	// +optional
	LayersTotal *int32 `json:"layersTotal,omitempty"`
}
