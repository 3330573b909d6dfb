package direct

// Kthena are the options of direct mode for Kthena's kinds.
type Kthena struct {
	Common `json:",inline"`
	// How a PodGroup of Volcano counts what must find a place before any pod of a group is
	// bound: `SubGroups` counts whole instances of each role and needs Volcano 1.14,
	// `TaskMembers` counts the pods of each role, and `None` makes no PodGroup. Default
	// `SubGroups` where the resource asks for a gang, which inference_model_serving does with
	// the scheduler `volcano` and inference_model_infer with `gang_schedule`. It needs a
	// LeaderWorkerSet controller that does not schedule gangs itself.
	// +kubebuilder:validation:Enum=SubGroups;TaskMembers;None
	// +optional
	Gang string `json:"gang,omitempty"`
	// Make a headless Service for the entry pod of every instance that has workers, under
	// the name that Kthena gives it: `<name>-<group>-<role>-<instance>-0`. Workers do not need
	// it: `ENTRY_ADDRESS` leads through the Service that every LeaderWorkerSet has.
	// +optional
	EntryServices bool `json:"entryServices,omitempty"`
	// A Service named after the resource in front of the entry pods of one role, in all groups.
	// Kthena's router finds the pods without it.
	// +optional
	Service *RoleService `json:"service,omitempty"`
}

// RoleService is a Service in front of the entry pods of a role.
type RoleService struct {
	// The role that takes requests; the first one when unset.
	// +optional
	Role string `json:"role,omitempty"`
	// The port of the Service and of the pods.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port"`
}
