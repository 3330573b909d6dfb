// Package v1alpha1 holds the API types of Kthena's networking group,
// networking.serving.volcano.sh/v1alpha1. It is read by the schema generator and is the
// only source of the Terraform schema.
//
// +groupName=networking.serving.volcano.sh
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ModelServer tells Kthena's router which pods serve a model, and how to ask them.
//
// Mirrors volcano-sh/kthena pkg/apis/networking/v1alpha1/modelserver_types.go@v1.0.0.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type ModelServer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The pods, and how to ask them.
	// +optional
	Spec ModelServerSpec `json:"spec,omitempty"`
	// What is reported about the server. The router writes nothing.
	// +optional
	Status ModelServerStatus `json:"status,omitempty"`
}

// ModelServerSpec says which pods serve a model, and how to ask them.
type ModelServerSpec struct {
	// The name under which the pods serve the model. The router writes it into requests that ask for the `model_name` of a
	// route; without it, and for adapters, requests keep the name they have.
	// +kubebuilder:validation:MaxLength=256
	// +optional
	Model *string `json:"model,omitempty"`
	// The engine that the pods run. It decides which metrics the router reads, and how prefill and decode pods are asked.
	// +kubebuilder:validation:Enum=vLLM;SGLang
	InferenceEngine string `json:"inferenceEngine"`
	// Which pods of the namespace serve the model.
	WorkloadSelector WorkloadSelector `json:"workloadSelector"`
	// Where the pods take requests.
	WorkloadPort WorkloadPort `json:"workloadPort"`
	// What the router does about slow and failed requests.
	// +optional
	TrafficPolicy *TrafficPolicy `json:"trafficPolicy,omitempty"`
	// How prefill and decode pods pass the KV cache on. Leave it out for SGLang.
	// +optional
	KVConnector *KVConnector `json:"kvConnector,omitempty"`
}

// WorkloadSelector selects pods by their labels.
type WorkloadSelector struct {
	// The labels that all of the pods have. For the pods of a ModelServing: `modelserving.volcano.sh/name`, and
	// `modelserving.volcano.sh/entry` where its roles have workers, which take no requests.
	// +optional
	MatchLabels map[string]string `json:"matchLabels,omitempty"`
	// How prefill and decode pods are told apart, where the model is served by both.
	// +optional
	PDGroup *PDGroup `json:"pdGroup,omitempty"`
}

// PDGroup tells prefill and decode pods apart, and which of them belong together.
type PDGroup struct {
	// The key of a label. A prefill and a decode pod serve a request together when it has the same value on both:
	// `modelserving.volcano.sh/group-name` for the pods of a ModelServing.
	GroupKey string `json:"groupKey"`
	// The labels of prefill pods, beside `match_labels`.
	PrefillLabels map[string]string `json:"prefillLabels"`
	// The labels of decode pods, beside `match_labels`. A pod with these is no prefill pod.
	DecodeLabels map[string]string `json:"decodeLabels"`
}

// WorkloadPort is where pods take requests.
type WorkloadPort struct {
	// The number of the port.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port"`
	// The protocol. The router speaks `http`, whatever it says.
	// +kubebuilder:default=http
	// +kubebuilder:validation:Enum=http;https
	// +optional
	Protocol string `json:"protocol,omitempty"`
}

// TrafficPolicy is what the router does about slow and failed requests.
type TrafficPolicy struct {
	// How long the router waits for an answer to begin, as `90s`. The router of v1.0.0 waits without an end.
	// +optional
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// How often a request is repeated. The router tries the five best pods in turn, whatever it says.
	// +optional
	Retry *Retry `json:"retry,omitempty"`
}

// Retry is how often a request is repeated.
type Retry struct {
	// The most repetitions.
	// +optional
	Attempts int32 `json:"attempts,omitempty"`
	// The time between them, as `100ms`.
	// +kubebuilder:default="100ms"
	// +optional
	RetryInterval *metav1.Duration `json:"retryInterval,omitempty"`
}

// KVConnector is how prefill and decode pods pass the KV cache on.
type KVConnector struct {
	// The kind of the connector.
	// +kubebuilder:default=http
	// +kubebuilder:validation:Enum=http;lmcache;nixl;mooncake
	// +optional
	Type string `json:"type,omitempty"`
}

// ModelServerStatus is what is reported about a server: nothing.
type ModelServerStatus struct{}
