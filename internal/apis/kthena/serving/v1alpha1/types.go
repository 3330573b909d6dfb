// Package v1alpha1 holds the API type of Kthena's workload group,
// workload.serving.volcano.sh/v1alpha1 ModelServing. It is read by the schema generator
// and is the only source of the Terraform schema.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/model_serving_types.go@v1.0.0 and @3cc05728.
//
// +groupName=workload.serving.volcano.sh
package v1alpha1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
)

// ModelServing runs groups of pods that serve one model together.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.labelSelector
type ModelServing struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The groups to run.
	// +optional
	Spec ModelServingSpec `json:"spec,omitempty"`
	// What the controller reports about the groups.
	// +optional
	Status ModelServingStatus `json:"status,omitempty"`
}

// ModelServingSpec says which groups run, and how they are replaced.
type ModelServingSpec struct {
	// Number of groups. An autoscaler may take it over.
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// The scheduler of all pods. `volcano` schedules every group as a gang.
	// +kubebuilder:default=volcano
	// +optional
	SchedulerName string `json:"schedulerName,omitempty"`
	// Changes to the pods that the controller makes before it creates them, in order.
	// +optional
	Plugins []Plugin `json:"plugins,omitempty"`
	// What one group consists of.
	Template ServingGroup `json:"template"`
	// How groups or their roles are replaced when a role changes.
	// +optional
	RolloutStrategy *RolloutStrategy `json:"rolloutStrategy,omitempty"`
	// What is rebuilt when a pod fails or one of its containers restarts: its whole
	// group, the instance of its role, or nothing.
	// +kubebuilder:default=RoleRecreate
	// +kubebuilder:validation:Enum=ServingGroupRecreate;RoleRecreate;None
	// +optional
	RecoveryPolicy string `json:"recoveryPolicy,omitempty"`
}

// Plugin changes pods before the controller creates them.
type Plugin struct {
	// Which plugin: `lws-standard-labels` or `demo-pod-tweaks`. Each at most once.
	Name string `json:"name"`
	// Where the plugin comes from.
	// +kubebuilder:default=BuiltIn
	// +kubebuilder:validation:Enum=BuiltIn
	Type string `json:"type"`
	// The options of the plugin.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +optional
	Config *apiextensionsv1.JSON `json:"config,omitempty"`
	// Which pods the plugin changes; all of them when unset.
	// +optional
	Scope *PluginScope `json:"scope,omitempty"`
}

// PluginScope selects pods.
type PluginScope struct {
	// The roles whose pods are changed; all of them when empty.
	// +optional
	Roles []string `json:"roles,omitempty"`
	// Which pods of a role are changed: `All`, `Entry` or `Worker`.
	// +optional
	Target string `json:"target,omitempty"`
}

// ServingGroup is the smallest unit that answers requests: one or more roles.
//
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.gangPolicy) || has(self.gangPolicy)",message="gangPolicy is required once set"
type ServingGroup struct {
	// Grace period in seconds for a failed pod to become ready again before it is deleted; 0
	// deletes it at once.
	// +kubebuilder:default=0
	// +optional
	RestartGracePeriodSeconds *int64 `json:"restartGracePeriodSeconds,omitempty"`
	// How much of a group must be schedulable before any of it is. Cannot be removed again.
	// +optional
	GangPolicy *GangPolicy `json:"gangPolicy,omitempty"`
	// Which part of the network a group, and an instance of a role, must fit in.
	// +optional
	NetworkTopology *NetworkTopologies `json:"networkTopology,omitempty"`
	// The roles of a group.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=4
	// +kubebuilder:validation:XValidation:rule="self.all(x, self.exists_one(y, y.name == x.name))",message="roles name must be unique"
	Roles []Role `json:"roles"`
}

// GangPolicy says how much of a group must be schedulable before any of it is.
type GangPolicy struct {
	// Minimum number of instances of each role, by its name, that must be schedulable before any pod
	// of the group is bound (gang scheduling). All of them when unset. Cannot be changed.
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="minRoleReplicas is immutable"
	// +optional
	MinRoleReplicas map[string]int32 `json:"minRoleReplicas,omitempty"`
}

// NetworkTopologies bound the part of the network that a group and an instance of a role
// are spread over.
type NetworkTopologies struct {
	// The bound of a whole group.
	// +optional
	GroupPolicy *NetworkTopology `json:"groupPolicy,omitempty"`
	// The bound of each instance of a role. Needs Volcano 1.14.
	// +optional
	RolePolicy *NetworkTopology `json:"rolePolicy,omitempty"`
}

// NetworkTopology bounds the part of the network that pods are spread over.
type NetworkTopology struct {
	// Whether the bound must hold (`hard`) or should (`soft`).
	// +kubebuilder:default=hard
	// +kubebuilder:validation:Enum=hard;soft
	// +optional
	Mode string `json:"mode,omitempty"`
	// The highest tier of HyperNodes that the pods may span. Not together with `highest_tier_name`.
	// +kubebuilder:validation:Minimum=0
	// +optional
	HighestTierAllowed *int `json:"highestTierAllowed,omitempty"`
	// The name of the highest tier that the pods may span. Not together with `highest_tier_allowed`.
	// +kubebuilder:validation:MaxLength=253
	// +optional
	HighestTierName string `json:"highestTierName,omitempty"`
}

// Role is one part of a group, such as prefill or decode.
type Role struct {
	role.Role `json:",inline"`
	// The most instances of the role that may be missing during a `RoleRollingUpdate`, as
	// a number or a percentage of its `replicas`, rounded down. When unset, v1.0.0 takes away all of them at once.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:default=1
	// +optional
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// Partition of a `RoleRollingUpdate`: the number of instances of the role, the first by their ordinals, that keep their
	// revision, as a number or a percentage of its `replicas`, rounded up.
	// +kubebuilder:validation:XIntOrString
	// +optional
	// +inference:since=3cc05728
	Partition *intstr.IntOrString `json:"partition,omitempty"`
}

// RolloutStrategy says how groups or their roles are replaced.
type RolloutStrategy struct {
	// What is replaced as a whole: groups, or within every group the instances of the
	// roles that changed.
	// +kubebuilder:default=ServingGroupRollingUpdate
	// +kubebuilder:validation:Enum=ServingGroupRollingUpdate;RoleRollingUpdate
	Type string `json:"type"`
	// The bounds of a rolling update of groups.
	// +optional
	RollingUpdateConfiguration *RollingUpdateConfiguration `json:"rollingUpdateConfiguration,omitempty"`
}

// RollingUpdateConfiguration bounds a rolling update of groups.
type RollingUpdateConfiguration struct {
	// The most groups that may be missing during an update, as a number or a percentage
	// of `replicas`, rounded down.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:default=1
	// +optional
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// Partition of the rolling update: the number of groups, by ordinal, that keep their revision, as a
	// number or a percentage of `replicas`, rounded up.
	// +kubebuilder:validation:XIntOrString
	// +optional
	Partition *intstr.IntOrString `json:"partition,omitempty"`
}

// ModelServingStatus is what the controller reports, counted in groups.
type ModelServingStatus struct {
	role.Status `json:",inline"`
	// The revision that groups which are not updated yet have.
	// +optional
	CurrentRevision string `json:"currentRevision,omitempty"`
	// The newest revision.
	// +optional
	UpdateRevision string `json:"updateRevision,omitempty"`
	// Selects one pod of each group, for autoscalers.
	// +optional
	LabelSelector string `json:"labelSelector,omitempty"`
}
