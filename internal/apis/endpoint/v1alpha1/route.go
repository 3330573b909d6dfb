package v1alpha1

import corev1 "k8s.io/api/core/v1"

// Route leads requests from Gateways to an endpoint.
type Route struct {
	// The Gateways that serve the route.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=32
	// +listType=atomic
	Gateways []Gateway `json:"gateways"`
	// The host names of the requests. Default: those of the Gateways' listeners.
	// +kubebuilder:validation:MaxItems=16
	// +listType=atomic
	// +optional
	Hostnames []Hostname `json:"hostnames,omitempty"`
	// How the paths of the requests begin, such as `/chat`.
	// +kubebuilder:validation:Pattern=`^/$|^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/?$`
	// +kubebuilder:validation:MaxLength=1024
	// +kubebuilder:default="/"
	// +optional
	PathPrefix string `json:"pathPrefix,omitempty"`
	// Takes `path_prefix` off before the engine sees the path, which knows `/v1` and the like only. Gateways need not support
	// it: it is an extended feature of the Gateway API.
	// +optional
	StripPrefix *bool `json:"stripPrefix,omitempty"`
	// How long requests may take. Default: what the Gateway allows, which is often less than a long answer takes.
	// +optional
	Timeouts *RouteTimeouts `json:"timeouts,omitempty"`
	// Chooses the pod of every request by an inference pool and its endpoint picker, which knows how busy the pods are and what
	// their caches hold, instead of by the Service.
	// +optional
	Pool *Pool `json:"pool,omitempty"`
}

// Hostname is a name of DNS, of which the first label may be `*`.
//
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=253
// +kubebuilder:validation:Pattern=`^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
type Hostname string

// Gateway names a Gateway, or one of its listeners.
type Gateway struct {
	// Its name.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Name string `json:"name"`
	// Its namespace. Default: that of the endpoint.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// The name of the listener. Default: all that allow the route.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +optional
	SectionName string `json:"sectionName,omitempty"`
}

// RouteTimeouts bound how long a request may take. `0s` is no bound.
type RouteTimeouts struct {
	// From the first byte of the request to the last of the answer.
	// +optional
	Request Duration `json:"request,omitempty"`
	// The same for each attempt to ask a pod, of which a Gateway may make several.
	// +optional
	BackendRequest Duration `json:"backendRequest,omitempty"`
}

// Duration is a time such as `5m` or `1h30m`.
//
// +kubebuilder:validation:Pattern=`^([0-9]{1,5}(h|m|s|ms)){1,4}$`
type Duration string

// Pool is an InferencePool of the pods of an endpoint.
type Pool struct {
	// An endpoint picker that is there already. Default: one is made, under the name `<name>-epp`.
	// +optional
	Picker *Picker `json:"picker,omitempty"`
	// What a Gateway does while the endpoint picker does not answer: `FailClose` rejects requests, `FailOpen` sends them to any pod.
	// +kubebuilder:validation:Enum=FailOpen;FailClose
	// +kubebuilder:default=FailClose
	// +optional
	FailureMode string `json:"failureMode,omitempty"`
	// Processors and memory of the endpoint picker that is made, instead of requests of 4 CPUs and `8Gi` and a limit of `16Gi`.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
}

// Picker is the Service of an endpoint picker, in the namespace of the endpoint.
type Picker struct {
	// Its name.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// Its port.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	// +kubebuilder:default=9002
	// +optional
	Port int32 `json:"port,omitempty"`
}
