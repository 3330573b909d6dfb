// Package v1 holds the API type InferencePool of the Gateway API Inference Extension,
// inference.networking.k8s.io/v1.
//
// The types are read by the schema generator and are the only source of the Terraform
// schema. They carry v1.6.0; v1.5.0 differs only in what it requires, which the
// generations in internal/kinds/gie tell.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// api/v1/{inferencepool_types,shared_types}.go@v1.6.0.
//
// +groupName=inference.networking.k8s.io
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// InferencePool is a set of pods that serve the same models and share one endpoint
// picker, which chooses the pod for every request.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=infpool,path=inferencepools
// +kubebuilder:subresource:status
type InferencePool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Which pods are in the pool, and who chooses among them.
	Spec InferencePoolSpec `json:"spec"`
	// What Gateways report about the pool; empty until a route leads to it.
	// +optional
	Status InferencePoolStatus `json:"status,omitempty"`
}

// InferencePoolSpec says which pods are in a pool, and who chooses among them.
type InferencePoolSpec struct {
	// The pods of the pool, which are in its namespace.
	Selector LabelSelector `json:"selector"`
	// The ports that the model servers listen on. Each port of a pod is an endpoint of its
	// own, as data-parallel ranks in one pod need it.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=8
	// +kubebuilder:validation:XValidation:message="port number must be unique",rule="self.all(p1, self.exists_one(p2, p1.number==p2.number))"
	// +listType=atomic
	TargetPorts []Port `json:"targetPorts"`
	// The protocol on all target ports: `http` for HTTP/1.1, `kubernetes.io/h2c` for HTTP/2 without
	// encryption, as gRPC needs it.
	// +kubebuilder:default=http
	// +optional
	AppProtocol AppProtocol `json:"appProtocol,omitempty"`
	// The endpoint picker of the pool. Required up to v1.5.0, and by most Gateways later.
	// +optional
	EndpointPickerRef *EndpointPickerRef `json:"endpointPickerRef,omitempty"`
}

// AppProtocol is the protocol of model servers.
//
// +kubebuilder:validation:Enum=http;"kubernetes.io/h2c"
type AppProtocol string

// LabelSelector selects pods that have all of some labels.
type LabelSelector struct {
	// The labels that a pod must have, all of them.
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=64
	MatchLabels map[string]LabelValue `json:"matchLabels"`
}

// LabelValue is the value of a label.
//
// +kubebuilder:validation:MinLength=0
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`
type LabelValue string

// Port is a port of model servers or of an endpoint picker.
type Port struct {
	// The number of the port.
	Number PortNumber `json:"number"`
}

// PortNumber is the number of a port.
//
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=65535
type PortNumber int32

// EndpointPickerRef names the endpoint picker of a pool, in the namespace of the pool.
//
// +kubebuilder:validation:XValidation:rule="self.kind != 'Service' || has(self.port)",message="port is required when kind is 'Service' or unspecified (defaults to 'Service')"
type EndpointPickerRef struct {
	// The API group of the endpoint picker; empty for a core Service.
	// +kubebuilder:default=""
	// +optional
	Group *Group `json:"group,omitempty"`
	// The kind of the endpoint picker. Gateways support `Service` alone, and not one of
	// type ExternalName.
	// +kubebuilder:default=Service
	// +optional
	Kind Kind `json:"kind,omitempty"`
	// The name of the endpoint picker.
	Name ObjectName `json:"name"`
	// The port of the Service, not the target port behind it. Required for a Service.
	// +optional
	Port *Port `json:"port,omitempty"`
	// What a Gateway does while the endpoint picker does not answer: `FailClose` rejects
	// the requests, `FailOpen` sends them to any pod of the pool.
	// +kubebuilder:default=FailClose
	// +optional
	FailureMode EndpointPickerFailureMode `json:"failureMode,omitempty"`
}

// EndpointPickerFailureMode says what happens while the endpoint picker does not answer.
//
// +kubebuilder:validation:Enum=FailOpen;FailClose
type EndpointPickerFailureMode string

// Group is an API group; empty for that of Kubernetes' core.
//
// +kubebuilder:validation:MinLength=0
// +kubebuilder:validation:MaxLength=253
// +kubebuilder:validation:Pattern=`^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
type Group string

// Kind is the kind of an object.
//
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
type Kind string

// ObjectName is the name of an object.
//
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=253
type ObjectName string

// Namespace is the name of a namespace.
//
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
type Namespace string

// ControllerName is the name of a controller, a domain and a path.
//
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=253
// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$`
type ControllerName string

// InferencePoolStatus is what Gateways report about a pool.
type InferencePoolStatus struct {
	// One entry for each Gateway that has a route to the pool.
	// +kubebuilder:validation:MaxItems=32
	// +listType=atomic
	// +optional
	Parents []ParentStatus `json:"parents,omitempty"`
}

// ParentStatus is what one Gateway reports about a pool.
type ParentStatus struct {
	// Conditions of the pool at this Gateway: `Accepted`, `ResolvedRefs` and, for pools
	// that are exported to other clusters, `Exported`.
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=8
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// The Gateway.
	ParentRef ParentReference `json:"parentRef"`
	// The controller of the Gateway, which wrote the entry.
	// +optional
	ControllerName ControllerName `json:"controllerName,omitempty"`
}

// ParentReference names a Gateway.
type ParentReference struct {
	// The API group of the parent.
	// +kubebuilder:default="gateway.networking.k8s.io"
	// +optional
	Group *Group `json:"group,omitempty"`
	// The kind of the parent.
	// +kubebuilder:default=Gateway
	// +optional
	Kind Kind `json:"kind,omitempty"`
	// The name of the parent.
	Name ObjectName `json:"name"`
	// The namespace of the parent; that of the pool when unset.
	// +optional
	Namespace Namespace `json:"namespace,omitempty"`
}
