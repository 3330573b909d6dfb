package workload

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ScaledObject is keda.sh/v1alpha1 ScaledObject, as far as it is rendered.
//
// Source: kedacore/keda apis/keda/v1alpha1/scaledobject_types.go@v2.17.0.
type ScaledObject struct {
	Metadata Metadata         `json:"metadata"`
	Spec     ScaledObjectSpec `json:"spec"`
}

// ScaledObjectSpec says what is scaled, between which bounds and by what.
type ScaledObjectSpec struct {
	ScaleTargetRef ScaleTarget `json:"scaleTargetRef"`
	// +optional
	PollingInterval *int32 `json:"pollingInterval,omitempty"`
	// +optional
	CooldownPeriod *int32 `json:"cooldownPeriod,omitempty"`
	// +optional
	MinReplicaCount *int32 `json:"minReplicaCount,omitempty"`
	// +optional
	MaxReplicaCount *int32         `json:"maxReplicaCount,omitempty"`
	Triggers        []ScaleTrigger `json:"triggers"`
}

// ScaleTarget is the workload that is scaled.
type ScaleTarget struct {
	// +optional
	APIVersion string `json:"apiVersion,omitempty"`
	// +optional
	Kind string `json:"kind,omitempty"`
	Name string `json:"name"`
}

// ScaleTrigger is one source of a metric.
type ScaleTrigger struct {
	Type string `json:"type"`
	// +optional
	Name string `json:"name,omitempty"`
	// +optional
	MetricType string            `json:"metricType,omitempty"`
	Metadata   map[string]string `json:"metadata"`
	// +optional
	AuthenticationRef *ScaleAuthentication `json:"authenticationRef,omitempty"`
}

// ScaleAuthentication refers to a TriggerAuthentication.
type ScaleAuthentication struct {
	Name string `json:"name"`
	// +optional
	Kind string `json:"kind,omitempty"`
}

// PodMonitor is monitoring.coreos.com/v1 PodMonitor, as far as it is rendered.
//
// Source: prometheus-operator/prometheus-operator pkg/apis/monitoring/v1/podmonitor_types.go@053d84e6f46e.
type PodMonitor struct {
	Metadata Metadata       `json:"metadata"`
	Spec     PodMonitorSpec `json:"spec"`
}

// PodMonitorSpec says which pods are asked for their metrics, and how.
type PodMonitorSpec struct {
	Selector metav1.LabelSelector `json:"selector"`
	// +optional
	PodMetricsEndpoints []PodMetricsEndpoint `json:"podMetricsEndpoints,omitempty"`
}

// PodMetricsEndpoint is a port of a pod with metrics.
type PodMetricsEndpoint struct {
	// +optional
	Port string `json:"port,omitempty"`
	// +optional
	Path string `json:"path,omitempty"`
	// +optional
	Interval string `json:"interval,omitempty"`
}

// PodGroup is scheduling.volcano.sh/v1beta1 PodGroup, as far as it is rendered.
//
// Source: volcano-sh/apis pkg/apis/scheduling/v1beta1/types.go@v1.12.0.
type PodGroup struct {
	Metadata Metadata     `json:"metadata"`
	Spec     PodGroupSpec `json:"spec"`
}

// PodGroupSpec is the gang of pods that start together or not at all.
type PodGroupSpec struct {
	// +optional
	MinMember int32 `json:"minMember,omitempty"`
	// +optional
	MinTaskMember map[string]int32 `json:"minTaskMember,omitempty"`
	// +optional
	MinResources map[string]resource.Quantity `json:"minResources,omitempty"`
	// +optional
	Queue string `json:"queue,omitempty"`
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`
	// +optional
	NetworkTopology *NetworkTopology `json:"networkTopology,omitempty"`
	// +optional
	SubGroupPolicy []SubGroupPolicy `json:"subGroupPolicy,omitempty"`
}

// NetworkTopology bounds how far apart pods may be.
type NetworkTopology struct {
	// +optional
	Mode string `json:"mode,omitempty"`
	// +optional
	HighestTierAllowed *int32 `json:"highestTierAllowed,omitempty"`
	// +optional
	HighestTierName string `json:"highestTierName,omitempty"`
}

// SubGroupPolicy starts a part of the pods together.
type SubGroupPolicy struct {
	Name string `json:"name"`
	// +optional
	SubGroupSize *int32 `json:"subGroupSize,omitempty"`
	// +optional
	MinSubGroups *int32 `json:"minSubGroups,omitempty"`
	// +optional
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// +optional
	MatchLabelKeys []string `json:"matchLabelKeys,omitempty"`
	// +optional
	NetworkTopology *NetworkTopology `json:"networkTopology,omitempty"`
}
