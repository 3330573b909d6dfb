package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ModelPool lets several services take turns on the same GPUs.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=mpool,path=modelpools
// +kubebuilder:subresource:status
type ModelPool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The services, and how they take turns.
	Spec ModelPoolSpec `json:"spec"`
	// Which of the services runs.
	// +optional
	Status ModelPoolStatus `json:"status,omitempty"`
}

// ModelPoolSpec says which services take turns, and how.
type ModelPoolSpec struct {
	// The services, of which one runs at a time. When the pool is made, all but one of them are stopped: `default` runs on, or else
	// the first that runs.
	// +kubebuilder:validation:MinItems=1
	// +listType=atomic
	Members []ModelPoolMember `json:"members"`
	// How it is decided which service runs: `sticky` keeps one until requests ask for another and it is idle.
	// +kubebuilder:validation:Enum=sticky
	// +kubebuilder:default=sticky
	// +optional
	SwapPolicy string `json:"swapPolicy,omitempty"`
	// How long the proxy of a router holds a request for a service that does not run. After that it gets the status 503. The clients'
	// own timeouts have to be longer.
	// +kubebuilder:default="300s"
	// +optional
	SwapBudget *metav1.Duration `json:"swapBudget,omitempty"`
	// Number of GPUs that the services share, for people to read.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=1
	// +optional
	GPU int32 `json:"gpu,omitempty"`
	// Labels of the nodes with these GPUs. Nothing reads it: set `node_selector` of the services.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// The service that starts before any request comes. None when unset: the first request starts one.
	// +optional
	Default string `json:"default,omitempty"`
}

// ModelPoolMember is a service of a pool.
type ModelPoolMember struct {
	// The InferenceService, in the namespace of the pool. The pool sets its `replicas`.
	InferenceServiceRef corev1.LocalObjectReference `json:"inferenceServiceRef"`
}

// ModelPoolStatus says which of the services of a pool runs.
type ModelPoolStatus struct {
	// How far the pool has come: `Pending` while no service runs, `Swapping` while another one is started.
	// +kubebuilder:validation:Enum=Pending;Ready;Swapping;Degraded
	// +optional
	Phase string `json:"phase,omitempty"`
	// The service that runs.
	// +optional
	ResidentMember string `json:"residentMember,omitempty"`
	// The service that is being started.
	// +optional
	PendingMember string `json:"pendingMember,omitempty"`
	// The services.
	// +listType=map
	// +listMapKey=name
	// +optional
	Members []ModelPoolMemberStatus `json:"members,omitempty"`
	// The generation that the status is about.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Conditions of the pool.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// ModelPoolMemberStatus is a service of a pool as the controller sees it.
type ModelPoolMemberStatus struct {
	// The name of the service.
	Name string `json:"name"`
	// Its phase.
	// +optional
	Phase string `json:"phase,omitempty"`
	// Whether it is the one that runs.
	// +optional
	Resident bool `json:"resident,omitempty"`
}
