package llmaz

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var rollingUpdatePath = field.NewPath("spec", "rolloutStrategy", "rollingUpdateConfiguration")

// leaderWorkerSetRules are what the LeaderWorkerSet that is made from a service will be held to.
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0.
var leaderWorkerSetRules = []kinds.Rule{
	{
		ID: "LWS-2", Says: "`replicas` is 0 or more",
		Reads: []string{"spec.replicas"}, Check: kinds.Typed(serviceReplicasRule),
	},
	{
		ID: "LWS-3", Says: "`size` of a group is 1 or more",
		Reads: []string{"spec.workloadTemplate.size"}, Check: kinds.Typed(groupSizeRule),
	},
	{
		ID: "LWS-4", Says: "`replicas` times `size` does not exceed 2147483647",
		Reads: []string{"spec.replicas", "spec.workloadTemplate.size"}, Check: kinds.Typed(podCountRule),
	},
	{
		ID: "LWS-5", Says: "`max_unavailable` and `max_surge` are numbers, 0 or more, or percentages up to 100",
		Check: kinds.Typed(rolloutFormRule),
		Reads: []string{
			"spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable",
			"spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge",
		},
	},
	{
		ID: "LWS-6", Says: "`max_unavailable` and `max_surge` do not both come to 0",
		Check: kinds.Typed(rolloutStuckRule),
		Reads: []string{
			"spec.replicas",
			"spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable",
			"spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge",
		},
	},
	// llmaz drops the policy, see SV-C2, so nobody but direct mode has to meet these two.
	{
		ID: "LWS-8", Says: "`sub_group_size` divides the `size` of the group, or that less the leader",
		Reads: []string{"spec.workloadTemplate.size", "spec.workloadTemplate.subGroupPolicy.subGroupSize"},
		Modes: kinds.DirectMode, Check: kinds.Typed(subGroupSizeRule),
	},
	{
		ID: "LWS-9", Says: "`sub_group_policy` has its `sub_group_size`",
		Reads: []string{"spec.workloadTemplate.subGroupPolicy.subGroupSize"},
		Modes: kinds.DirectMode, Check: kinds.Typed(subGroupSizeMissingRule),
	},
}

// serviceReplicas returns the number of groups, 1 when unset.
func serviceReplicas(s *inferencev1alpha1.Service) int32 {
	if s.Spec.Replicas == nil {
		return 1
	}
	return *s.Spec.Replicas
}

// groupSize returns the number of pods in a group, 1 when unset.
func groupSize(s *inferencev1alpha1.Service) int32 {
	if s.Spec.WorkloadTemplate.Size == nil {
		return 1
	}
	return *s.Spec.WorkloadTemplate.Size
}

// rolloutBounds returns the bounds of a rolling update, with their defaults 1 and 0.
func rolloutBounds(s *inferencev1alpha1.Service) (maxUnavailable, maxSurge intstr.IntOrString) {
	maxUnavailable = intstr.FromInt32(1)
	if s.Spec.RolloutStrategy == nil || s.Spec.RolloutStrategy.RollingUpdateConfiguration == nil {
		return maxUnavailable, maxSurge
	}
	config := s.Spec.RolloutStrategy.RollingUpdateConfiguration
	if config.MaxUnavailable != nil {
		maxUnavailable = *config.MaxUnavailable
	}
	if config.MaxSurge != nil {
		maxSurge = *config.MaxSurge
	}
	return maxUnavailable, maxSurge
}

func serviceReplicasRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	return negativeReplicas(s.Spec.Replicas)
}

func groupSizeRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	if groupSize(s) >= 1 {
		return nil
	}
	return field.ErrorList{field.Invalid(workloadTemplatePath.Child("size"), groupSize(s),
		"a group has at least the leader: must be 1 or more; to stop serving, set `replicas = 0`")}
}

func podCountRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	if int64(serviceReplicas(s))*int64(groupSize(s)) <= math.MaxInt32 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "replicas"), serviceReplicas(s), fmt.Sprintf(
		"`replicas` times `size` of `workload_template` is the number of pods and must not exceed %d; lower one of them", math.MaxInt32))}
}

func rolloutFormRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	maxUnavailable, maxSurge := rolloutBounds(s)
	return append(
		groupsOrPercent(maxUnavailable, rollingUpdatePath.Child("maxUnavailable")),
		groupsOrPercent(maxSurge, rollingUpdatePath.Child("maxSurge"))...)
}

// groupsOrPercent refuses what is neither a number of groups nor a percentage of them.
func groupsOrPercent(value intstr.IntOrString, path *field.Path) field.ErrorList {
	valid := value.IntVal >= 0
	if value.Type == intstr.String {
		percent, err := strconv.Atoi(strings.TrimSuffix(value.StrVal, "%"))
		valid = len(validation.IsValidPercent(value.StrVal)) == 0 && err == nil && percent <= 100
	}
	if valid {
		return nil
	}
	return field.ErrorList{field.Invalid(path, value.String(), "must be a number of groups, 0 or more, or a percentage from `0%` to `100%`")}
}

func rolloutStuckRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	maxUnavailable, maxSurge := rolloutBounds(s)
	replicas := int(serviceReplicas(s))
	unavailable, err := intstr.GetScaledValueFromIntOrPercent(&maxUnavailable, replicas, false)
	if err != nil {
		return nil
	}
	surge, err := intstr.GetScaledValueFromIntOrPercent(&maxSurge, replicas, true)
	if err != nil || unavailable != 0 || surge != 0 || replicas == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingUpdatePath.Child("maxUnavailable"), maxUnavailable.String(), fmt.Sprintf(
		"allows no group of %d to be missing, and `max_surge` allows none in addition, so no update could proceed; raise one of them "+
			"(percentages of `max_unavailable` are rounded down)", replicas))}
}

func subGroupSizeRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	policy, size := s.Spec.WorkloadTemplate.SubGroupPolicy, groupSize(s)
	if policy == nil || policy.SubGroupSize == nil {
		return nil
	}
	sub := *policy.SubGroupSize
	if sub >= 1 && sub <= size && (size%sub == 0 || (size-1)%sub == 0) {
		return nil
	}
	return field.ErrorList{field.Invalid(workloadTemplatePath.Child("subGroupPolicy", "subGroupSize"), sub, fmt.Sprintf(
		"must divide the `size` of the group, %d, or that less the leader, %d, without a remainder", size, size-1))}
}

func subGroupSizeMissingRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	policy := s.Spec.WorkloadTemplate.SubGroupPolicy
	if policy == nil || policy.SubGroupSize != nil {
		return nil
	}
	return field.ErrorList{field.Required(workloadTemplatePath.Child("subGroupPolicy", "subGroupSize"),
		"say how many pods are in a subgroup, or remove `sub_group_policy`")}
}
