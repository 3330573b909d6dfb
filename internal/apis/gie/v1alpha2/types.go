// Package v1alpha2 holds the API types InferenceObjective and InferenceModelRewrite of the Gateway API Inference
// Extension, inference.networking.x-k8s.io/v1alpha2.
//
// The endpoint picker of llm-d has the same type in its own group, llm-d.ai/v1alpha2,
// which is a generation of the kind in internal/kinds/gie. The types are read by the
// schema generator and are the only source of the Terraform schema.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// apix/v1alpha2/inferenceobjective_types.go@v1.5.0 and llm-d/llm-d-router
// apix/v1alpha2/inferenceobjective_types.go@v0.10.0.
//
// +groupName=inference.networking.x-k8s.io
package v1alpha2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// InferenceObjective gives the requests that name it a priority in an inference pool.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=inferenceobjectives
// +kubebuilder:subresource:status
type InferenceObjective struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The pool and the priority.
	// +optional
	Spec InferenceObjectiveSpec `json:"spec,omitempty"`
	// What is reported about the objective. No endpoint picker writes it.
	// +optional
	Status InferenceObjectiveStatus `json:"status,omitempty"`
}

// InferenceObjectiveSpec says how important the requests are, and to which pool they go.
type InferenceObjectiveSpec struct {
	// How important the requests are among those to the same pool: the higher, the more
	// important; 0 when unset. With flow control, requests of higher priority leave the queue
	// first, and fairness is kept only among those of equal priority. Without it,
	// requests of negative priority are rejected while the pool is saturated, and all others are
	// served first come, first served.
	// +optional
	Priority *int `json:"priority,omitempty"`
	// The pool that serves the requests, in the namespace of the objective.
	PoolRef PoolObjectReference `json:"poolRef"`
}

// PoolObjectReference names an inference pool in the same namespace.
type PoolObjectReference struct {
	// The API group of the pool: that which the endpoint picker is started for.
	// +kubebuilder:default="inference.networking.k8s.io"
	// +optional
	Group Group `json:"group,omitempty"`
	// The kind of the pool.
	// +kubebuilder:default="InferencePool"
	// +optional
	Kind Kind `json:"kind,omitempty"`
	// The name of the pool.
	Name ObjectName `json:"name"`
}

// Group is an API group; empty for that of Kubernetes' core.
//
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

// InferenceObjectiveStatus is what is reported about an objective.
type InferenceObjectiveStatus struct {
	// Conditions of the objective. `Accepted` is documented upstream and never written.
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=8
	// +kubebuilder:default={{type: "Ready", status: "Unknown", reason:"Pending", message:"Waiting for controller", lastTransitionTime: "1970-01-01T00:00:00Z"}}
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
