package llmaz

import (
	"fmt"
	"maps"
	"slices"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// hpaAt is one trigger of an object and where it stands.
type hpaAt struct {
	trigger *inferencev1alpha1.HPATrigger
	path    *field.Path
}

// hpaRules are what the API server will ask of the HorizontalPodAutoscaler that is made
// from a trigger. llmaz checks none of it. at is the pattern of the triggers' path,
// triggers finds them.
//
// Mirrors kubernetes/kubernetes pkg/apis/autoscaling/validation/validation.go@v1.36.3.
func hpaRules[T any](at string, triggers func(*T) []hpaAt) []kinds.Rule {
	rule := func(id, says string, check func(*inferencev1alpha1.HPATrigger, *field.Path) field.ErrorList, reads ...string) kinds.Rule {
		for i, read := range reads {
			reads[i] = at + "." + read
		}
		return kinds.Rule{ID: id, Says: says, Reads: reads, Check: kinds.Typed(func(object *T, _ kinds.Candidate) field.ErrorList {
			var errs field.ErrorList
			for _, found := range triggers(object) {
				errs = append(errs, check(found.trigger, found.path)...)
			}
			return errs
		})}
	}
	container := rule("H-4", "`container` is `model-runner`, the only container of the pods of a playground",
		eachMetric(runnerMetricRule), "metrics[].containerResource.container")
	container.Warn = true
	return []kinds.Rule{
		rule("H-1", "`type` of a metric is known, and the metric has the one block that belongs to it",
			eachMetric(metricTypeRule), "metrics[].type",
			"metrics[].resource", "metrics[].containerResource", "metrics[].pods", "metrics[].object", "metrics[].external"),
		rule("H-2", "the type of a target is known and its values are more than 0",
			eachMetric(metricTargetRule), "metrics[].resource.target", "metrics[].containerResource.target",
			"metrics[].pods.target", "metrics[].object.target", "metrics[].external.target"),
		rule("H-3", "a metric of a resource names it and has `average_utilization` or `average_value`, not both",
			eachMetric(resourceMetricRule), "metrics[].resource.name", "metrics[].resource.target",
			"metrics[].containerResource.name", "metrics[].containerResource.target"),
		rule("H-4", "`container` of a metric is a name that a container can have",
			eachMetric(containerMetricRule), "metrics[].containerResource.container"),
		container,
		rule("H-5", "a metric of pods has a name and an `average_value`",
			eachMetric(podsMetricRule), "metrics[].pods.metric.name", "metrics[].pods.target.averageValue"),
		rule("H-6", "a metric of an object has a name, names the object, and has `value` or `average_value`",
			eachMetric(objectMetricRule), "metrics[].object.metric.name", "metrics[].object.describedObject",
			"metrics[].object.target.value", "metrics[].object.target.averageValue"),
		rule("H-7", "an external metric has a name and either `value` or `average_value`",
			eachMetric(externalMetricRule), "metrics[].external.metric.name",
			"metrics[].external.target.value", "metrics[].external.target.averageValue"),
		rule("H-8", "names of metrics and of objects have no `/` or `%` and are not `.` or `..`",
			eachMetric(metricNamesRule), "metrics[].pods.metric.name", "metrics[].object.metric.name",
			"metrics[].object.describedObject", "metrics[].external.metric.name"),
		rule("H-9", "`stabilization_window_seconds` is between 0 and 3600",
			eachDirection(stabilizationRule),
			"behavior.scaleUp.stabilizationWindowSeconds", "behavior.scaleDown.stabilizationWindowSeconds"),
		rule("H-10", "`select_policy` is `Max`, `Min` or `Disabled`",
			eachDirection(selectPolicyRule), "behavior.scaleUp.selectPolicy", "behavior.scaleDown.selectPolicy"),
		rule("H-11", "`policies` is not empty, and each has a type, a value above 0 and a period between 1 and 1800 seconds",
			eachDirection(scalingPoliciesRule), "behavior.scaleUp.policies", "behavior.scaleDown.policies"),
	}
}

// eachMetric makes a rule on triggers of a rule on one metric.
func eachMetric(
	check func(autoscalingv2.MetricSpec, *field.Path) field.ErrorList,
) func(*inferencev1alpha1.HPATrigger, *field.Path) field.ErrorList {
	return func(trigger *inferencev1alpha1.HPATrigger, path *field.Path) field.ErrorList {
		var errs field.ErrorList
		for i, metric := range trigger.Metrics {
			errs = append(errs, check(metric, path.Child("metrics").Index(i))...)
		}
		return errs
	}
}

// metricBlock is the part of a metric that one type of metrics has.
type metricBlock struct {
	// metricType is the type that the block belongs to, and name the block's field.
	metricType autoscalingv2.MetricSourceType
	name       string
	target     autoscalingv2.MetricTarget
	// metric is nil for the types that measure a resource.
	metric *autoscalingv2.MetricIdentifier
}

// metricBlocks returns the blocks that the metric has.
func metricBlocks(m autoscalingv2.MetricSpec) []metricBlock {
	var blocks []metricBlock
	if b := m.Resource; b != nil {
		blocks = append(blocks, metricBlock{autoscalingv2.ResourceMetricSourceType, "resource", b.Target, nil})
	}
	if b := m.ContainerResource; b != nil {
		blocks = append(blocks, metricBlock{autoscalingv2.ContainerResourceMetricSourceType, "containerResource", b.Target, nil})
	}
	if b := m.Pods; b != nil {
		blocks = append(blocks, metricBlock{autoscalingv2.PodsMetricSourceType, "pods", b.Target, &b.Metric})
	}
	if b := m.Object; b != nil {
		blocks = append(blocks, metricBlock{autoscalingv2.ObjectMetricSourceType, "object", b.Target, &b.Metric})
	}
	if b := m.External; b != nil {
		blocks = append(blocks, metricBlock{autoscalingv2.ExternalMetricSourceType, "external", b.Target, &b.Metric})
	}
	return blocks
}

// metricBlockNames has, for every type of metrics, the field that describes it as
// Terraform spells it.
var metricBlockNames = map[autoscalingv2.MetricSourceType]string{
	autoscalingv2.ResourceMetricSourceType:          "resource",
	autoscalingv2.ContainerResourceMetricSourceType: "container_resource",
	autoscalingv2.PodsMetricSourceType:              "pods",
	autoscalingv2.ObjectMetricSourceType:            "object",
	autoscalingv2.ExternalMetricSourceType:          "external",
}

func metricTypeRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	own, known := metricBlockNames[m.Type]
	if !known {
		return field.ErrorList{field.NotSupported(path.Child("type"), m.Type, slices.Sorted(maps.Keys(metricBlockNames)))}
	}
	var errs field.ErrorList
	described := false
	for _, block := range metricBlocks(m) {
		if block.metricType == m.Type {
			described = true
			continue
		}
		errs = append(errs, field.Forbidden(path.Child(block.name),
			fmt.Sprintf("a metric of type `%s` has `%s` alone; remove it, or make it a metric of its own", m.Type, own)))
	}
	if !described {
		errs = append(errs, field.Required(path, fmt.Sprintf("a metric of type `%s` is described by `%s`; set it", m.Type, own)))
	}
	return errs
}

func metricTargetRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	types := []autoscalingv2.MetricTargetType{
		autoscalingv2.UtilizationMetricType, autoscalingv2.ValueMetricType, autoscalingv2.AverageValueMetricType,
	}
	var errs field.ErrorList
	for _, block := range metricBlocks(m) {
		target, at := block.target, path.Child(block.name, "target")
		if !slices.Contains(types, target.Type) {
			errs = append(errs, field.NotSupported(at.Child("type"), target.Type, types))
		}
		errs = append(errs, positiveTarget(target.Value, at.Child("value"))...)
		errs = append(errs, positiveTarget(target.AverageValue, at.Child("averageValue"))...)
		if utilization := target.AverageUtilization; utilization != nil && *utilization < 1 {
			errs = append(errs, field.Invalid(at.Child("averageUtilization"), *utilization, "must be at least 1 (percent of the request)"))
		}
	}
	return errs
}

func positiveTarget(value *resource.Quantity, path *field.Path) field.ErrorList {
	if value == nil || value.Sign() > 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(path, value.String(), "must be greater than 0")}
}

func resourceMetricRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	check := func(resourceName string, target autoscalingv2.MetricTarget, path *field.Path) {
		if resourceName == "" {
			errs = append(errs, field.Required(path.Child("name"), "name the resource to measure, such as `cpu`"))
		}
		errs = append(errs, oneTarget(path.Child("target"),
			"averageUtilization", target.AverageUtilization != nil, "averageValue", target.AverageValue != nil)...)
	}
	if m.Resource != nil {
		check(string(m.Resource.Name), m.Resource.Target, path.Child("resource"))
	}
	if m.ContainerResource != nil {
		check(string(m.ContainerResource.Name), m.ContainerResource.Target, path.Child("containerResource"))
	}
	return errs
}

// targetNames spells the fields of a target as Terraform does.
var targetNames = map[string]string{
	"value": "value", "averageValue": "average_value", "averageUtilization": "average_utilization",
}

// oneTarget holds a target to exactly one of two fields.
func oneTarget(path *field.Path, first string, firstSet bool, second string, secondSet bool) field.ErrorList {
	switch {
	case firstSet && secondSet:
		return field.ErrorList{field.Forbidden(path.Child(second), fmt.Sprintf("not together with `%s`; remove one of them", targetNames[first]))}
	case !firstSet && !secondSet:
		return field.ErrorList{field.Required(path.Child(first), fmt.Sprintf("set it or `%s`, and no other", targetNames[second]))}
	}
	return nil
}

func containerMetricRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	if m.ContainerResource == nil || len(validation.IsDNS1123Label(m.ContainerResource.Container)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(path.Child("containerResource", "container"), m.ContainerResource.Container,
		"must be the name of a container: at most 63 lower-case letters, digits and `-`; the serving one is `"+runnerContainerName+"`")}
}

func runnerMetricRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	if m.ContainerResource == nil || m.ContainerResource.Container == runnerContainerName {
		return nil
	}
	return field.ErrorList{field.Invalid(path.Child("containerResource", "container"), m.ContainerResource.Container,
		"the pods of a playground have the container `"+runnerContainerName+"` only, so the metric will never have a value; name that one")}
}

func podsMetricRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	if m.Pods == nil {
		return nil
	}
	errs := metricNameMissing(m.Pods.Metric, path.Child("pods"))
	if m.Pods.Target.AverageValue == nil {
		errs = append(errs, field.Required(path.Child("pods", "target", "averageValue"),
			"a metric of pods is compared by its average over them; set `average_value`"))
	}
	return errs
}

func objectMetricRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	if m.Object == nil {
		return nil
	}
	path = path.Child("object")
	errs := metricNameMissing(m.Object.Metric, path)
	if m.Object.DescribedObject.Kind == "" {
		errs = append(errs, field.Required(path.Child("describedObject", "kind"), "give the kind of the object that the metric describes"))
	}
	if m.Object.DescribedObject.Name == "" {
		errs = append(errs, field.Required(path.Child("describedObject", "name"), "name the object that the metric describes"))
	}
	if m.Object.Target.Value == nil && m.Object.Target.AverageValue == nil {
		errs = append(errs, field.Required(path.Child("target", "averageValue"), "set `value` or `average_value` to compare the metric with"))
	}
	return errs
}

func externalMetricRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	if m.External == nil {
		return nil
	}
	target := m.External.Target
	return append(metricNameMissing(m.External.Metric, path.Child("external")), oneTarget(path.Child("external", "target"),
		"averageValue", target.AverageValue != nil, "value", target.Value != nil)...)
}

func metricNameMissing(metric autoscalingv2.MetricIdentifier, path *field.Path) field.ErrorList {
	if metric.Name != "" {
		return nil
	}
	return field.ErrorList{field.Required(path.Child("metric", "name"), "name the metric as the metrics API of the cluster lists it")}
}

func metricNamesRule(m autoscalingv2.MetricSpec, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	check := func(name string, path *field.Path) {
		if reasons := content.IsPathSegmentName(name); len(reasons) > 0 {
			errs = append(errs, field.Invalid(path, name,
				"it becomes a part of a URL: must not be `.` or `..` and must not contain `/` or `%`"))
		}
	}
	for _, block := range metricBlocks(m) {
		if block.metric != nil {
			check(block.metric.Name, path.Child(block.name, "metric", "name"))
		}
	}
	if m.Object != nil {
		described := path.Child("object", "describedObject")
		check(m.Object.DescribedObject.Kind, described.Child("kind"))
		check(m.Object.DescribedObject.Name, described.Child("name"))
	}
	return errs
}
