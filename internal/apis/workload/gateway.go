package workload

import giev1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"

// HTTPRoute is gateway.networking.k8s.io/v1 HTTPRoute, as far as it is rendered.
//
// Source: kubernetes-sigs/gateway-api apis/v1/{httproute_types,shared_types,object_reference_types}.go@v1.4.0.
type HTTPRoute struct {
	Metadata Metadata      `json:"metadata"`
	Spec     HTTPRouteSpec `json:"spec"`
}

// HTTPRouteSpec says which Gateways serve a route, and where it leads.
type HTTPRouteSpec struct {
	// +listType=atomic
	// +optional
	ParentRefs []RouteParent `json:"parentRefs,omitempty"`
	// +listType=atomic
	// +optional
	Hostnames []string `json:"hostnames,omitempty"`
	// +listType=atomic
	// +optional
	Rules []RouteRule `json:"rules,omitempty"`
}

// RouteParent is a Gateway, or one of its listeners.
type RouteParent struct {
	// +kubebuilder:default="gateway.networking.k8s.io"
	// +optional
	Group string `json:"group,omitempty"`
	// +kubebuilder:default=Gateway
	// +optional
	Kind string `json:"kind,omitempty"`
	// +optional
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	// +optional
	SectionName string `json:"sectionName,omitempty"`
}

// RouteRule leads the requests that it matches to backends.
type RouteRule struct {
	// +listType=atomic
	// +optional
	Matches []RouteMatch `json:"matches,omitempty"`
	// +listType=atomic
	// +optional
	Filters []RouteFilter `json:"filters,omitempty"`
	// +listType=atomic
	// +optional
	BackendRefs []RouteBackend `json:"backendRefs,omitempty"`
	// +optional
	Timeouts *RouteTimeouts `json:"timeouts,omitempty"`
}

// RouteMatch says which requests a rule is for.
type RouteMatch struct {
	// +optional
	Path *RoutePath `json:"path,omitempty"`
}

// RoutePath matches the path of a request.
type RoutePath struct {
	// +kubebuilder:default=PathPrefix
	// +optional
	Type string `json:"type,omitempty"`
	// +kubebuilder:default="/"
	// +optional
	Value string `json:"value,omitempty"`
}

// RouteFilter changes a request on its way.
type RouteFilter struct {
	Type string `json:"type"`
	// +optional
	URLRewrite *RouteRewrite `json:"urlRewrite,omitempty"`
}

// RouteRewrite changes the path of a request.
type RouteRewrite struct {
	// +optional
	Path *RoutePathModifier `json:"path,omitempty"`
}

// RoutePathModifier says how.
type RoutePathModifier struct {
	Type string `json:"type"`
	// +optional
	ReplacePrefixMatch *string `json:"replacePrefixMatch,omitempty"`
}

// RouteBackend is what serves the requests.
type RouteBackend struct {
	// +kubebuilder:default=""
	// +optional
	Group *string `json:"group,omitempty"`
	// +kubebuilder:default=Service
	// +optional
	Kind string `json:"kind,omitempty"`
	Name string `json:"name"`
	// +optional
	Port int32 `json:"port,omitempty"`
	// +kubebuilder:default=1
	// +optional
	Weight *int32 `json:"weight,omitempty"`
}

// RouteTimeouts bound how long a request may take.
type RouteTimeouts struct {
	// +optional
	Request string `json:"request,omitempty"`
	// +optional
	BackendRequest string `json:"backendRequest,omitempty"`
}

// InferencePool is inference.networking.k8s.io/v1 InferencePool.
type InferencePool struct {
	Metadata Metadata                `json:"metadata"`
	Spec     giev1.InferencePoolSpec `json:"spec"`
}
