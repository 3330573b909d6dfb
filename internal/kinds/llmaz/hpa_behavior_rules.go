package llmaz

import (
	"slices"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// Bounds of the behavior of a HorizontalPodAutoscaler, in seconds.
//
// Mirrors kubernetes/kubernetes pkg/apis/autoscaling/validation/validation.go@v1.36.3.
const (
	maxStabilizationSeconds = 3600
	maxPolicyPeriodSeconds  = 1800
)

// eachDirection makes a rule on triggers of a rule on scaling up or down.
func eachDirection(
	check func(*autoscalingv2.HPAScalingRules, *field.Path) field.ErrorList,
) func(*inferencev1alpha1.HPATrigger, *field.Path) field.ErrorList {
	return func(trigger *inferencev1alpha1.HPATrigger, path *field.Path) field.ErrorList {
		if trigger.Behavior == nil {
			return nil
		}
		var errs field.ErrorList
		if up := trigger.Behavior.ScaleUp; up != nil {
			errs = append(errs, check(up, path.Child("behavior", "scaleUp"))...)
		}
		if down := trigger.Behavior.ScaleDown; down != nil {
			errs = append(errs, check(down, path.Child("behavior", "scaleDown"))...)
		}
		return errs
	}
}

func stabilizationRule(rules *autoscalingv2.HPAScalingRules, path *field.Path) field.ErrorList {
	seconds := rules.StabilizationWindowSeconds
	if seconds == nil || *seconds >= 0 && *seconds <= maxStabilizationSeconds {
		return nil
	}
	return field.ErrorList{field.Invalid(path.Child("stabilizationWindowSeconds"), *seconds, "must be between 0 and 3600 seconds")}
}

func selectPolicyRule(rules *autoscalingv2.HPAScalingRules, path *field.Path) field.ErrorList {
	policies := []autoscalingv2.ScalingPolicySelect{
		autoscalingv2.MaxChangePolicySelect, autoscalingv2.MinChangePolicySelect, autoscalingv2.DisabledPolicySelect,
	}
	if rules.SelectPolicy == nil || slices.Contains(policies, *rules.SelectPolicy) {
		return nil
	}
	return field.ErrorList{field.NotSupported(path.Child("selectPolicy"), *rules.SelectPolicy, policies)}
}

func scalingPoliciesRule(rules *autoscalingv2.HPAScalingRules, path *field.Path) field.ErrorList {
	path = path.Child("policies")
	if rules.Policies != nil && len(rules.Policies) == 0 {
		return field.ErrorList{field.Required(path, "an empty list allows no change; add a policy, or leave the list out for the default ones")}
	}
	types := []autoscalingv2.HPAScalingPolicyType{autoscalingv2.PodsScalingPolicy, autoscalingv2.PercentScalingPolicy}
	var errs field.ErrorList
	for i, policy := range rules.Policies {
		at := path.Index(i)
		if !slices.Contains(types, policy.Type) {
			errs = append(errs, field.NotSupported(at.Child("type"), policy.Type, types))
		}
		if policy.Value <= 0 {
			errs = append(errs, field.Invalid(at.Child("value"), policy.Value, "must be greater than 0"))
		}
		if policy.PeriodSeconds <= 0 || policy.PeriodSeconds > maxPolicyPeriodSeconds {
			errs = append(errs, field.Invalid(at.Child("periodSeconds"), policy.PeriodSeconds, "must be between 1 and 1800 seconds"))
		}
	}
	return errs
}
