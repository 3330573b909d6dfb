// Package v1alpha1 holds the API type that Kthena's serving API began as,
// workload.volcano.sh/v1alpha1 ModelInfer.
//
// No release of Kthena serves it: what it says is written as a ModelServing where the
// cluster has that instead, as the kind's generations in internal/kinds/kthena tell. The
// types are read by the schema generator and are the only source of the Terraform schema.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/model_infer_types.go@e4fb6663.
//
// +groupName=workload.volcano.sh
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
)

// ModelInfer runs groups of pods that serve one model together.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type ModelInfer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The groups to run.
	// +optional
	Spec ModelInferSpec `json:"spec,omitempty"`
	// What the controller reports about the groups.
	// +optional
	Status role.Status `json:"status,omitempty"`
}

// ModelInferSpec says which groups run, and how they are replaced.
type ModelInferSpec struct {
	// Number of groups.
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The scheduler of the pods; `volcano` is the only one that is allowed.
	SchedulerName string `json:"schedulerName"`
	// What one group consists of.
	Template InferGroup `json:"template"`
	// How groups are replaced when a role changes.
	// +optional
	RolloutStrategy *RolloutStrategy `json:"rolloutStrategy,omitempty"`
	// What is rebuilt when a pod fails or one of its containers restarts: its whole
	// group, the instance of its role, or nothing.
	// +kubebuilder:default=RoleRecreate
	// +kubebuilder:validation:Enum=InferGroupRecreate;RoleRecreate;None
	// +optional
	RecoveryPolicy string `json:"recoveryPolicy,omitempty"`
	// How groups are spread. Nothing reads it; set `topology_spread_constraints` of the
	// pod templates. ModelServing does not have it.
	// +optional
	// +inference:until=e4fb6663
	TopologySpreadConstraints []TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty"`
}

// InferGroup is the smallest unit that answers requests: one or more roles.
type InferGroup struct {
	// Grace period in seconds for a failed pod to become ready again before it is deleted; 0
	// deletes it at once.
	// +kubebuilder:default=0
	// +optional
	RestartGracePeriodSeconds *int64 `json:"restartGracePeriodSeconds,omitempty"`
	// Schedules the pods of a group together or not at all. ModelServing does so in any
	// case; there it cannot be removed again.
	// +optional
	GangSchedule *GangSchedule `json:"gangSchedule,omitempty"`
	// The roles of a group.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=4
	// +kubebuilder:validation:XValidation:rule="self.all(x, self.exists_one(y, y.name == x.name))",message="roles name must be unique"
	Roles []role.Role `json:"roles"`
}

// GangSchedule tunes how a group is scheduled as a whole.
type GangSchedule struct {
	// Which part of the network a group must fit in.
	// +optional
	NetworkTopology *NetworkTopology `json:"networkTopology,omitempty"`
	// Minimum number of instances of each role, by its name, that must be schedulable before any pod
	// of the group is bound (gang scheduling). All of them when unset.
	// +optional
	MinRoleReplicas map[string]int32 `json:"minRoleReplicas,omitempty"`
}

// NetworkTopology bounds the part of the network that pods are spread over.
type NetworkTopology struct {
	// Whether the bound must hold (`hard`) or should (`soft`).
	// +kubebuilder:default=hard
	// +kubebuilder:validation:Enum=hard;soft
	// +optional
	Mode string `json:"mode,omitempty"`
	// The highest tier of HyperNodes that the pods may share no lower one of.
	// +kubebuilder:default=1
	// +optional
	HighestTierAllowed *int `json:"highestTierAllowed,omitempty"`
}

// RolloutStrategy says how groups are replaced.
type RolloutStrategy struct {
	// The way groups are replaced: one after the other.
	// +kubebuilder:default=InferGroupRollingUpdate
	// +kubebuilder:validation:Enum=InferGroupRollingUpdate
	Type string `json:"type"`
	// The bounds of a rolling update.
	// +optional
	RollingUpdateConfiguration *RollingUpdateConfiguration `json:"rollingUpdateConfiguration,omitempty"`
}

// RollingUpdateConfiguration bounds a rolling update.
type RollingUpdateConfiguration struct {
	// The most groups that may be missing during an update, as a number or a percentage
	// of `replicas`, rounded down. The ModelInfer controller ignores it.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:default=1
	// +optional
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// The most groups that may exist beyond `replicas` during an update. The ModelInfer
	// controller ignores it and ModelServing does not have it.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:default=0
	// +optional
	// +inference:until=e4fb6663
	MaxSurge *intstr.IntOrString `json:"maxSurge,omitempty"`
	// Partition of the rolling update: the number of groups, by ordinal, that keep their revision. A
	// percentage of `replicas`, rounded up, is for ModelServing only.
	// +kubebuilder:validation:XIntOrString
	// +optional
	Partition *intstr.IntOrString `json:"partition,omitempty"`
}

// TopologySpreadConstraint says how groups are spread over one kind of topology.
type TopologySpreadConstraint struct {
	// Maximum skew: by how many groups the domains may differ.
	// +optional
	MaxSkew int32 `json:"maxSkew,omitempty"`
	// The node label whose values are the domains.
	// +optional
	TopologyKey string `json:"topologyKey,omitempty"`
	// What happens to a group that cannot be spread so.
	// +optional
	WhenUnsatisfiable string `json:"whenUnsatisfiable,omitempty"`
	// Which groups are counted.
	// +optional
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}
