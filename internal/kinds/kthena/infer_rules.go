package kthena

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/infer/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

const (
	readsPartition   = "spec.rolloutStrategy.rollingUpdateConfiguration.partition"
	readsUnavailable = "spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable"
	readsSurge       = "spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge"
	readsGang        = "spec.template.gangSchedule.minRoleReplicas"
)

var (
	gangSchedulePath = field.NewPath("spec", "template", "gangSchedule")
	gangMinimumsPath = gangSchedulePath.Child("minRoleReplicas")
)

// inferRules are those of ModelInfer and, with the identifiers of ModelServing, those that
// join them where it is written as one.
//
// Mirrors volcano-sh/kthena pkg/infer-controller/webhook/validator.go@e4fb6663, which no
// API server ever called, and pkg/infer-controller/{controller,utils,gangscheduling}@e4fb6663.
var inferRules = slices.Concat(
	groupRules(func(infer, _ string) string { return infer }),
	[]kinds.Rule{
		{
			ID: "MI-01", Says: "the name of a role is lower case, because pods are named after it",
			Reads: []string{"spec.template.roles[].name"}, Check: roleRule(lowerCaseRole),
		},
		{
			ID: "MI-02", Says: "`scheduler_name` is `volcano`",
			Modes: kinds.OperatorMode, Reads: []string{"spec.schedulerName"}, Check: kinds.Typed(volcanoOnly),
		},
		{
			ID: "MI-02", Says: "`scheduler_name` is `volcano`", Modes: kinds.DirectMode,
			Reads: []string{"spec.schedulerName", "spec.template.gangSchedule"}, Check: kinds.Typed(volcanoForGangs),
		},
		{
			ID: "MI-08", Says: "`max_surge` is a number, 0 or more, or a percentage up to 100",
			Reads: []string{readsSurge}, Check: inferRolling(surgeAmount),
		},
		{
			ID: "MI-09", Says: "`partition` is a number, 0 or more, or a percentage up to 100",
			Reads: []string{readsPartition}, Check: inferRolling(partitionAmountOfGroups),
		},
		{
			ID: "MI-C4", Says: "`partition` is a number, because a ModelInfer takes no percentage",
			Dialects: []string{asInfer}, Reads: []string{readsPartition}, Check: inferRolling(partitionIsNumber),
		},
		{
			ID: "MI-10", Says: "`partition` is less than `replicas`",
			Reads: []string{readsPartition, "spec.replicas"}, Check: inferRolling(partitionBelowReplicas),
		},
		{
			ID: "MI-11", Says: "`max_unavailable` and `max_surge` are not both 0 of the groups",
			Reads: []string{readsUnavailable, readsSurge, "spec.replicas"}, Check: inferRolling(rolloutProceeds),
		},
		{
			ID: "MI-12", Says: "`min_role_replicas` names roles that exist",
			Reads: gangReads(readsGang), Check: inferGang(gangKeys),
		},
		{
			ID: "MI-13", Says: "a minimum of `min_role_replicas` is not more than the replicas and worker replicas of the role together",
			Reads: append(gangReads(readsGang), "spec.template.roles[].replicas", "spec.template.roles[].workerReplicas"),
			Check: inferGang(gangWithinPods),
		},
		{
			ID: "MI-13", Says: "a minimum of `min_role_replicas` is not more than the replicas of the role, which are all that count",
			Dialects: []string{asInfer}, Warn: true, Check: inferGang(gangCapped),
			Reads: append(gangReads(readsGang), "spec.template.roles[].replicas", "spec.template.roles[].workerReplicas"),
		},
		{
			ID: "MS-16", Says: "a minimum of `min_role_replicas` is not more than the replicas of the role",
			Dialects: []string{asServing}, Check: inferGang(gangCapped),
			Reads: append(gangReads(readsGang), "spec.template.roles[].replicas", "spec.template.roles[].workerReplicas"),
		},
		{
			ID: "MI-14", Says: "the minimums of `min_role_replicas` are 0 or more",
			Reads: []string{readsGang}, Check: kinds.Typed(inferGangNotNegative),
		},
		{
			ID: "MI-17", Says: "pods have no annotations, on which the ModelInfer controller crashes",
			Dialects: []string{asInfer}, Modes: kinds.OperatorMode,
			Reads: podReads("metadata.annotations"), Check: templateRule(annotationsCrash),
		},
		ownLabels("MI-18", "modelinfer.volcano.sh/"),
		ownLabels("MS-30", "modelserving.volcano.sh/", asServing),
		{
			ID: "MI-20", Says: "`topology_spread_constraints`, `max_unavailable` and `max_surge` are left out, because the ModelInfer controller does not read them",
			Dialects: []string{asInfer}, Modes: kinds.OperatorMode, Warn: true,
			Reads: []string{"spec.topologySpreadConstraints", readsUnavailable, readsSurge}, Check: kinds.Typed(withoutEffect),
		},
		{
			ID: "MI-20", Says: "`topology_spread_constraints` are those of the pods of the roles, because direct mode does not spread groups",
			Modes: kinds.DirectMode, Warn: true, Reads: []string{"spec.topologySpreadConstraints"}, Check: kinds.Typed(spreadDropped),
		},
		{
			ID: "MI-20", Says: "`max_surge` is left out, because direct mode makes no group beyond `replicas`",
			Modes: kinds.DirectMode, Warn: true, Reads: []string{readsSurge}, Check: inferRolling(surgeDropped),
		},
		{
			ID: "MI-21", Says: "with `gang_schedule`, `scheduler_name` of every pod is `volcano`", Dialects: []string{asInfer}, Modes: kinds.OperatorMode, Warn: true,
			Reads: append(podReads("spec.schedulerName"), "spec.template.gangSchedule"), Check: kinds.Typed(gangWithoutScheduler),
		},
		{
			ID: "MI-22", Says: "with a `partition`, there are at most 10 groups, because the ModelInfer controller orders them by name",
			Dialects: []string{asInfer}, Modes: kinds.OperatorMode, Warn: true,
			Reads: []string{"spec.replicas", readsPartition}, Check: inferRolling(partitionOfMany),
		},
		{
			ID: "MS-02", Says: "the name of a role starts with a letter", Dialects: []string{asServing}, Modes: kinds.OperatorMode,
			Reads: []string{"spec.template.roles[].name"}, Check: roleRule(roleLabel),
		},
		{
			ID: "MS-C11", Says: "`highest_tier_allowed` is 0 or more",
			Dialects: []string{asServing}, Reads: []string{"spec.template.gangSchedule.networkTopology.highestTierAllowed"},
			Check: kinds.Typed(tierNotNegative),
		},
	},
)

// inferRolling makes a rule of a check of the bounds of a rolling update, if there are any.
func inferRolling(check func(*inferv1alpha1.RollingUpdateConfiguration, int32) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
		if m.Spec.RolloutStrategy == nil || m.Spec.RolloutStrategy.RollingUpdateConfiguration == nil {
			return nil
		}
		return check(m.Spec.RolloutStrategy.RollingUpdateConfiguration, orOne(m.Spec.Replicas))
	})
}

// inferGang makes a rule of a check of the minimum of each role, if there are any.
func inferGang(check func(map[string]int32, []servingv1alpha1.Role, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
		if m.Spec.Template.GangSchedule == nil {
			return nil
		}
		roles := make([]servingv1alpha1.Role, len(m.Spec.Template.Roles))
		for i, r := range m.Spec.Template.Roles {
			roles[i].Role = r
		}
		return check(m.Spec.Template.GangSchedule.MinRoleReplicas, roles, gangMinimumsPath)
	})
}

func lowerCaseRole(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	if strings.ToLower(r.Name) == r.Name {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("name"), r.Name, "must be lower case, because pods are named after it")}
}

// roleLabel leaves capitals to lowerCaseRole where that is a rule too.
func roleLabel(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	if len(validation.IsDNS1035Label(strings.ToLower(r.Name))) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("name"), r.Name,
		"must start with a letter where it is written as a ModelServing; put a word in front")}
}

func volcanoOnly(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	if m.Spec.SchedulerName == volcano {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "schedulerName"), m.Spec.SchedulerName,
		"must be `volcano`; for another scheduler use inference_model_serving")}
}

// volcanoForGangs: without a ModelInfer controller any scheduler will do for pods that are no gang.
func volcanoForGangs(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	if m.Spec.SchedulerName == volcano || m.Spec.Template.GangSchedule == nil {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "schedulerName"), m.Spec.SchedulerName,
		"must be `volcano`, which alone schedules gangs; or remove `gang_schedule`")}
}

func surgeAmount(rolling *inferv1alpha1.RollingUpdateConfiguration, _ int32) field.ErrorList {
	return amount(rolling.MaxSurge, rollingPath.Child("maxSurge"))
}

func partitionAmountOfGroups(rolling *inferv1alpha1.RollingUpdateConfiguration, _ int32) field.ErrorList {
	return amount(rolling.Partition, rollingPath.Child("partition"))
}

func partitionIsNumber(rolling *inferv1alpha1.RollingUpdateConfiguration, _ int32) field.ErrorList {
	if rolling.Partition == nil || rolling.Partition.Type == intstr.Int {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingPath.Child("partition"), rolling.Partition.String(), "must be a number of groups: a ModelInfer takes no percentage")}
}

func partitionBelowReplicas(rolling *inferv1alpha1.RollingUpdateConfiguration, replicas int32) field.ErrorList {
	if rolling.Partition == nil || rolling.Partition.Type != intstr.Int || rolling.Partition.IntVal < replicas {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingPath.Child("partition"), rolling.Partition.IntVal,
		fmt.Sprintf("must be less than the %d replicas, or no group would ever be updated; lower it, or remove it", replicas))}
}

// rolloutProceeds counts bounds that are not set by their defaults, 1 and 0.
func rolloutProceeds(rolling *inferv1alpha1.RollingUpdateConfiguration, replicas int32) field.ErrorList {
	unavailable, known := resolved(rolling.MaxUnavailable, replicas, false)
	surge, _ := resolved(rolling.MaxSurge, replicas, true)
	if !known || unavailable > 0 || surge > 0 || len(amount(rolling.MaxSurge, nil)) > 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingPath.Child("maxUnavailable"), rolling.MaxUnavailable.String(),
		fmt.Sprintf("is 0 of %d groups, and `max_surge` is 0 as well, so that no group could ever be replaced; raise one of them", replicas))}
}

func gangWithinPods(minimums map[string]int32, roles []servingv1alpha1.Role, at *field.Path) field.ErrorList {
	return gangMinimums(minimums, roles, at, func(minimum int32, r *servingv1alpha1.Role, at *field.Path) *field.Error {
		if most := orOne(r.Replicas) + r.WorkerReplicas; minimum > most {
			return field.Invalid(at, minimum, fmt.Sprintf("must not be more than %d, the replicas and worker replicas of the role together", most))
		}
		return nil
	})
}

// gangCapped leaves what is refused in any case to gangWithinPods.
func gangCapped(minimums map[string]int32, roles []servingv1alpha1.Role, at *field.Path) field.ErrorList {
	return gangMinimums(minimums, roles, at, func(minimum int32, r *servingv1alpha1.Role, at *field.Path) *field.Error {
		if minimum <= orOne(r.Replicas) || minimum > orOne(r.Replicas)+r.WorkerReplicas {
			return nil
		}
		return field.Invalid(at, minimum, fmt.Sprintf("is more than the %d replicas of the role, which are all that count; lower it", orOne(r.Replicas)))
	})
}

func inferGangNotNegative(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	if m.Spec.Template.GangSchedule == nil {
		return nil
	}
	return gangNotNegative(m.Spec.Template.GangSchedule.MinRoleReplicas, gangMinimumsPath)
}

func withoutEffect(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	if len(m.Spec.TopologySpreadConstraints) > 0 {
		errs = append(errs, field.Forbidden(field.NewPath("spec", "topologySpreadConstraints"),
			"the ModelInfer controller does not read it; set `topology_spread_constraints` in the pods of the roles"))
	}
	strategy := m.Spec.RolloutStrategy
	if strategy == nil || strategy.RollingUpdateConfiguration == nil {
		return errs
	}
	const remedy = "the ModelInfer controller does not read it and replaces one group at a time; remove it"
	if strategy.RollingUpdateConfiguration.MaxUnavailable != nil {
		errs = append(errs, field.Forbidden(rollingPath.Child("maxUnavailable"), remedy))
	}
	if strategy.RollingUpdateConfiguration.MaxSurge != nil {
		errs = append(errs, field.Forbidden(rollingPath.Child("maxSurge"), remedy))
	}
	return errs
}

func spreadDropped(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	if len(m.Spec.TopologySpreadConstraints) == 0 {
		return nil
	}
	return field.ErrorList{field.Forbidden(field.NewPath("spec", "topologySpreadConstraints"),
		"direct mode does not spread groups; set `topology_spread_constraints` in the pods of the roles")}
}

func surgeDropped(rolling *inferv1alpha1.RollingUpdateConfiguration, _ int32) field.ErrorList {
	// Any total tells a share of nothing from others.
	if surge, known := resolved(rolling.MaxSurge, 100, true); !known || surge == 0 {
		return nil
	}
	return field.ErrorList{field.Forbidden(rollingPath.Child("maxSurge"), "direct mode makes no group beyond `replicas` in an update; remove it")}
}

// gangWithoutScheduler finds pods that another scheduler than Volcano gets: the
// ModelInfer controller does not copy the scheduler's name into them.
func gangWithoutScheduler(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	if m.Spec.Template.GangSchedule == nil {
		return nil
	}
	var errs field.ErrorList
	check := func(template *role.PodTemplateSpec, at *field.Path) {
		pod := corev1.PodSpec{}
		if template != nil && template.Spec != nil {
			pod = *template.Spec
		}
		if template != nil && pod.SchedulerName != volcano {
			errs = append(errs, field.Invalid(at.Child("spec", "schedulerName"), pod.SchedulerName,
				"must be `volcano` for the gang to count: the ModelInfer controller does not copy `spec.scheduler_name` into the pods"))
		}
	}
	for i := range m.Spec.Template.Roles {
		check(&m.Spec.Template.Roles[i].EntryTemplate, rolesPath.Index(i).Child("entryTemplate"))
		check(m.Spec.Template.Roles[i].WorkerTemplate, rolesPath.Index(i).Child("workerTemplate"))
	}
	return errs
}

func partitionOfMany(rolling *inferv1alpha1.RollingUpdateConfiguration, replicas int32) field.ErrorList {
	if rolling.Partition == nil || rolling.Partition.Type != intstr.Int || replicas <= 10 {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingPath.Child("partition"), rolling.Partition.IntVal, fmt.Sprintf(
		"the ModelInfer controller orders the %d groups by name, where the group 10 comes before the group 2, so other groups than the first keep their revision; use at most 10 groups",
		replicas))}
}

func tierNotNegative(m *inferv1alpha1.ModelInfer, _ kinds.Candidate) field.ErrorList {
	gang := m.Spec.Template.GangSchedule
	if gang == nil || gang.NetworkTopology == nil || gang.NetworkTopology.HighestTierAllowed == nil || *gang.NetworkTopology.HighestTierAllowed >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(gangSchedulePath.Child("networkTopology", "highestTierAllowed"), *gang.NetworkTopology.HighestTierAllowed,
		"must be 0 or more where it is written as a ModelServing")}
}
