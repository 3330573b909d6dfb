package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// AutoscalingPolicy scales ModelServings by what their pods or a Prometheus measure.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/autoscalingpolicy_types.go@v1.0.0.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=autoscalingpolicies
// +kubebuilder:subresource:status
type AutoscalingPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is scaled, and by what.
	// +optional
	Spec AutoscalingPolicySpec `json:"spec,omitempty"`
	// What the autoscaler reports, about a `disaggregated_target` alone.
	// +optional
	Status AutoscalingPolicyStatus `json:"status,omitempty"`
}

// AutoscalingPolicySpec says what is scaled, by what and how fast. It has one of the three targets.
type AutoscalingPolicySpec struct {
	// The difference between the replicas that there are and those that are wanted, in percent of the former, below which
	// nothing is scaled.
	// +kubebuilder:default=10
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	// +optional
	TolerancePercent *int32 `json:"tolerancePercent,omitempty"`
	// The metrics that decide, and what each should be. Roles of a `disaggregated_target` may have their own.
	// +optional
	Metrics []AutoscalingMetric `json:"metrics,omitempty"`
	// How fast replicas come and go. What is left out altogether, Kthena's webhook fills with other values than the defaults here.
	// +optional
	Behavior *AutoscalingBehavior `json:"behavior,omitempty"`
	// The groups of one ModelServing.
	// +optional
	HomogeneousTarget *HomogeneousTarget `json:"homogeneousTarget,omitempty"`
	// The groups of several ModelServings, which serve the same at different cost.
	// +optional
	HeterogeneousTarget *HeterogeneousTarget `json:"heterogeneousTarget,omitempty"`
	// The roles of one ModelServing, such as prefill and decode, together.
	// +optional
	DisaggregatedTarget *DisaggregatedTarget `json:"disaggregatedTarget,omitempty"`
}

// AutoscalingMetric is a metric and what it should be.
type AutoscalingMetric struct {
	// The key of the metric in `metric_sources`.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// The value per replica that is aimed at.
	TargetValue resource.Quantity `json:"targetValue"`
}

// AutoscalingBehavior is how fast replicas come and go.
type AutoscalingBehavior struct {
	// How fast replicas come.
	// +optional
	ScaleUp *ScaleUpPolicy `json:"scaleUp,omitempty"`
	// How fast replicas go.
	// +optional
	ScaleDown *StablePolicy `json:"scaleDown,omitempty"`
}

// ScaleUpPolicy is how fast replicas come.
type ScaleUpPolicy struct {
	// How fast replicas come as a rule.
	// +optional
	StablePolicy *StablePolicy `json:"stablePolicy,omitempty"`
	// How fast replicas come when the load has risen at once.
	// +optional
	PanicPolicy *PanicPolicy `json:"panicPolicy,omitempty"`
}

// StablePolicy bounds how many replicas come or go in a time.
type StablePolicy struct {
	// The most replicas in a period.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	// +optional
	Instances *int32 `json:"instances,omitempty"`
	// The most replicas in a period, in percent of those that there are.
	// +kubebuilder:default=100
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000
	// +optional
	Percent *int32 `json:"percent,omitempty"`
	// The period, up to 30 minutes.
	// +kubebuilder:default="15s"
	// +optional
	Period *metav1.Duration `json:"period,omitempty"`
	// Whether the larger of the two bounds counts (`Or`) or the smaller (`And`).
	// +kubebuilder:default=Or
	// +kubebuilder:validation:Enum=Or;And
	// +optional
	SelectPolicy string `json:"selectPolicy,omitempty"`
	// The time over which the steadiest of the numbers that were wanted counts, up to 30 minutes.
	// +optional
	StabilizationWindow *metav1.Duration `json:"stabilizationWindow,omitempty"`
}

// PanicPolicy is how fast replicas come when the load has risen at once.
type PanicPolicy struct {
	// The most replicas in a period, in percent of those that there are.
	// +kubebuilder:default=1000
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000
	// +optional
	Percent *int32 `json:"percent,omitempty"`
	// The period, up to 30 minutes.
	Period metav1.Duration `json:"period"`
	// The load, in percent of the one aimed at, from which the policy counts.
	// +kubebuilder:default=200
	// +kubebuilder:validation:Minimum=110
	// +kubebuilder:validation:Maximum=1000
	// +optional
	PanicThresholdPercent *int32 `json:"panicThresholdPercent,omitempty"`
	// How long the policy goes on to count, up to 30 minutes.
	// +kubebuilder:default="60s"
	// +optional
	PanicModeHold *metav1.Duration `json:"panicModeHold,omitempty"`
}

// AutoscalingTarget is a ModelServing, and where its metrics come from.
type AutoscalingTarget struct {
	// The ModelServing.
	TargetRef TargetReference `json:"targetRef"`
	// Where each of the metrics comes from, by its name in `metrics`. One without a source is passed over in silence.
	// +optional
	MetricSources map[string]MetricSource `json:"metricSources,omitempty"`
}

// TargetReference names a ModelServing.
//
// +structType=atomic
//
// Mirrors kubernetes/kubernetes staging/src/k8s.io/api/core/v1/types.go@v1.36.3, ObjectReference.
type TargetReference struct {
	// `ModelServing`, or nothing.
	// +optional
	Kind string `json:"kind,omitempty"`
	// The namespace of the ModelServing; that of the policy when left out.
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// The name of the ModelServing.
	// +optional
	Name string `json:"name,omitempty"`
	// Nothing reads it.
	// +optional
	UID string `json:"uid,omitempty"`
	// A version in the group `workload.serving.volcano.sh`, or nothing.
	// +optional
	APIVersion string `json:"apiVersion,omitempty"`
	// Nothing reads it.
	// +optional
	ResourceVersion string `json:"resourceVersion,omitempty"`
	// Nothing reads it.
	// +optional
	FieldPath string `json:"fieldPath,omitempty"`
}

// MetricSource is where a metric comes from: the pods or a Prometheus.
//
// +kubebuilder:validation:XValidation:rule="has(self.pod) || has(self.prometheus)",message="one metric source backend config is required"
// +kubebuilder:validation:XValidation:rule="!(has(self.pod) && has(self.prometheus))",message="pod and prometheus configs are mutually exclusive"
type MetricSource struct {
	// The entry pods, which are asked themselves.
	// +optional
	Pod *PodMetricSource `json:"pod,omitempty"`
	// A Prometheus, which is asked instead.
	// +optional
	Prometheus *PrometheusMetricSource `json:"prometheus,omitempty"`
}

// PodMetricSource is how pods are asked.
type PodMetricSource struct {
	// The metric as the pods name it; the key of the source when left out.
	// +optional
	Name string `json:"name,omitempty"`
	// The path of the URL.
	// +kubebuilder:default=/metrics
	// +optional
	URI string `json:"uri,omitempty"`
	// The port.
	// +kubebuilder:default=8100
	// +optional
	Port *int32 `json:"port,omitempty"`
	// Which of the entry pods are asked; all of them when left out.
	// +optional
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}

// PrometheusMetricSource is how a Prometheus is asked.
type PrometheusMetricSource struct {
	// The URL of its API.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:Format=uri
	ServerURL string `json:"serverURL"`
	// The query, in PromQL. Its result is one number.
	// +kubebuilder:validation:MinLength=1
	Query string `json:"query"`
	// Nothing yet: Kthena asks without credentials.
	// +optional
	Auth *PrometheusAuth `json:"auth,omitempty"`
}

// PrometheusAuth has no fields yet.
type PrometheusAuth struct{}

// HomogeneousTarget are the groups of one ModelServing.
type HomogeneousTarget struct {
	// The ModelServing.
	// +optional
	Target            *AutoscalingTarget `json:"target,omitempty"`
	AutoscalingBounds `json:",inline"`
}

// AutoscalingBounds are the fewest and the most replicas.
type AutoscalingBounds struct {
	// The fewest replicas.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000000
	MinReplicas int32 `json:"minReplicas"`
	// The most replicas.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=1000000
	MaxReplicas int32 `json:"maxReplicas"`
}

// HeterogeneousTarget are the groups of several ModelServings.
type HeterogeneousTarget struct {
	// The ModelServings.
	// +kubebuilder:validation:MinItems=1
	// +optional
	Params []HeterogeneousParam `json:"params,omitempty"`
	// How much the cost may grow at a time, in percent, before cheaper groups are preferred.
	// +kubebuilder:default=200
	// +kubebuilder:validation:Minimum=0
	// +optional
	CostExpansionRatePercent *int32 `json:"costExpansionRatePercent,omitempty"`
}

// HeterogeneousParam are the groups of one of several ModelServings.
type HeterogeneousParam struct {
	// The ModelServing.
	// +optional
	Target *AutoscalingTarget `json:"target,omitempty"`
	// What a group costs, beside the others.
	// +kubebuilder:validation:Minimum=0
	// +optional
	Cost              int32 `json:"cost,omitempty"`
	AutoscalingBounds `json:",inline"`
}

// DisaggregatedTarget are roles of one ModelServing.
//
// +kubebuilder:validation:XValidation:rule="!has(self.ratioConstraint) || size(self.roles) >= 2",message="roles must contain at least two entries when ratioConstraint is configured"
type DisaggregatedTarget struct {
	// The ModelServing.
	TargetRef TargetReference `json:"targetRef"`
	// The roles by their names, one or two.
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=2
	Roles map[string]RoleScaling `json:"roles"`
	// How many of one role there may be for each of the other.
	// +optional
	RatioConstraint *RatioConstraint `json:"ratioConstraint,omitempty"`
}

// RoleScaling says how a role is scaled. With as many replicas at least as at most it has that number, and needs no metrics.
type RoleScaling struct {
	AutoscalingBounds `json:",inline"`
	// The metrics of the role; those of the policy when left out.
	// +kubebuilder:validation:MinItems=1
	// +optional
	Metrics []AutoscalingMetric `json:"metrics,omitempty"`
	// Where each of the metrics comes from, by its name.
	// +optional
	MetricSources map[string]MetricSource `json:"metricSources,omitempty"`
}

// RatioConstraint is how many of one role there may be for each of another.
//
// +kubebuilder:validation:XValidation:rule="self.numeratorRole != self.denominatorRole",message="numeratorRole and denominatorRole must differ"
type RatioConstraint struct {
	// The one role.
	NumeratorRole string `json:"numeratorRole"`
	// The role for each of which that many are counted.
	DenominatorRole string `json:"denominatorRole"`
	// The fewest, as `0.25`.
	MinRatio resource.Quantity `json:"minRatio"`
	// The most, as `1.5`.
	MaxRatio resource.Quantity `json:"maxRatio"`
}

// AutoscalingPolicyStatus is what the autoscaler reports.
type AutoscalingPolicyStatus struct {
	// The generation that the autoscaler has seen.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Conditions of the policy: `TargetFound` and `Ready`.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// The replicas of a `homogeneous_target`.
	// +optional
	HomogeneousStatus *ScalingStatus `json:"homogeneousStatus,omitempty"`
	// The replicas of a `disaggregated_target`.
	// +optional
	DisaggregatedStatus *DisaggregatedStatus `json:"disaggregatedStatus,omitempty"`
	// The replicas of a `heterogeneous_target`.
	// +optional
	HeterogeneousStatus []ScalingStatus `json:"heterogeneousStatus,omitempty"`
}

// ScalingStatus are the replicas of a ModelServing or of a role.
type ScalingStatus struct {
	// The name of the ModelServing or of the role.
	// +optional
	Name string `json:"name,omitempty"`
	// The replicas that there are.
	CurrentReplicas int32 `json:"currentReplicas"`
	// The replicas that are wanted.
	DesiredReplicas int32 `json:"desiredReplicas"`
	// Which policy counts.
	// +optional
	Mode string `json:"mode,omitempty"`
	// When they were last scaled.
	// +optional
	LastScaleTime *metav1.Time `json:"lastScaleTime,omitempty"`
}

// DisaggregatedStatus are the replicas of roles.
type DisaggregatedStatus struct {
	// The roles.
	Roles []ScalingStatus `json:"roles"`
	// How many of one role there are for each of the other.
	// +optional
	RatioStatus *RatioStatus `json:"ratioStatus,omitempty"`
	// Whether the ratio decided about the replicas.
	// +optional
	RatioAdjusted bool `json:"ratioAdjusted,omitempty"`
}

// RatioStatus is how many of one role there are for each of another.
type RatioStatus struct {
	// The one role.
	NumeratorRole string `json:"numeratorRole"`
	// The other role.
	DenominatorRole string `json:"denominatorRole"`
	// How many there are.
	// +optional
	CurrentRatio string `json:"currentRatio,omitempty"`
}
