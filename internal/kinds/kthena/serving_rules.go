package kthena

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

const (
	readsType       = "spec.rolloutStrategy.type"
	readsGangPolicy = "spec.template.gangPolicy.minRoleReplicas"

	roleRollingUpdate = "RoleRollingUpdate"
	// queueAnnotation of a ModelServing names the queue of its groups.
	queueAnnotation = "scheduling.volcano.sh/queue-name"
)

var (
	gangPolicyPath  = field.NewPath("spec", "template", "gangPolicy")
	topologyPath    = field.NewPath("spec", "template", "networkTopology")
	pluginsPath     = field.NewPath("spec", "plugins")
	servingMinimums = gangPolicyPath.Child("minRoleReplicas")
)

// servingRules mirror volcano-sh/kthena pkg/model-serving-controller/webhook/validator.go@v1.0.0
// and, from MS-21 on, pkg/model-serving-controller/{controller,plugins}@v1.0.0.
var servingRules = slices.Concat(
	groupRules(func(_, serving string) string { return serving }),
	[]kinds.Rule{
		{
			ID: "MS-02", Says: "the name of a role is a DNS-1035 label",
			Reads: []string{"spec.template.roles[].name"}, Check: roleRule(servingRoleName),
		},
		{
			ID: "MS-07", Says: "`rolling_update_configuration` is left out with the type `RoleRollingUpdate`",
			Reads: []string{readsType, "spec.rolloutStrategy.rollingUpdateConfiguration"}, Check: kinds.Typed(boundsOfGroups),
		},
		{
			ID: "MS-09", Says: "`partition` is a number, 0 or more, or a percentage up to 100",
			Reads: []string{readsPartition}, Check: kinds.Typed(partitionAmount),
		},
		{
			ID: "MS-10", Says: "`max_unavailable` comes to at least one group",
			Reads: []string{readsUnavailable, "spec.replicas"}, Check: kinds.Typed(unavailableResolves),
		},
		{
			ID: "MS-11", Says: "`max_unavailable` of a role is a number, 0 or more, or a percentage up to 100",
			Reads: []string{"spec.template.roles[].maxUnavailable"}, Check: roleRule(roleUnavailableAmount),
		},
		{
			ID: "MS-12", Says: "`max_unavailable` of a role is set with the type `RoleRollingUpdate` only",
			Reads: []string{"spec.template.roles[].maxUnavailable", readsType}, Check: kinds.Typed(unavailableOfRoles),
		},
		{
			ID: "MS-13", Says: "`max_unavailable` of a role comes to at least one instance",
			Reads: []string{"spec.template.roles[].maxUnavailable", "spec.template.roles[].replicas"}, Check: roleRule(roleUnavailableResolves),
		},
		{
			ID: "MS-14", Says: "`max_unavailable` of a role is not more than its replicas",
			Reads: []string{"spec.template.roles[].maxUnavailable", "spec.template.roles[].replicas"}, Check: roleRule(roleUnavailableWithin),
		},
		{
			ID: "MS-15", Says: "`min_role_replicas` names roles that exist",
			Reads: gangReads(readsGangPolicy), Check: servingGang(gangKeys),
		},
		{
			ID: "MS-16", Says: "a minimum of `min_role_replicas` is not more than the replicas of the role",
			Reads: append(gangReads(readsGangPolicy), "spec.template.roles[].replicas"), Check: servingGang(gangWithinReplicas),
		},
		{
			ID: "MS-17", Says: "the minimums of `min_role_replicas` are 0 or more",
			Reads: []string{readsGangPolicy}, Check: kinds.Typed(servingGangNotNegative),
		},
		{
			ID: "MS-20", Says: "`recovery_policy` is not `ServingGroupRecreate` with the type `RoleRollingUpdate`",
			Reads: []string{"spec.recoveryPolicy", readsType}, Check: kinds.Typed(recoveryFitsRollout),
		},
		{
			ID: "MS-21", Says: "a plugin is one that Kthena has: `lws-standard-labels` or `demo-pod-tweaks`",
			Reads: []string{"spec.plugins[].name"}, Check: pluginRule(registeredPlugin),
		},
		{
			ID: "MS-23", Says: "`scope.target` of a plugin is `All`, `Entry` or `Worker`",
			Reads: []string{"spec.plugins[].scope.target"}, Check: pluginRule(pluginTarget),
		},
		{
			ID: "MS-24", Says: "`scope.roles` of a plugin names roles that exist",
			Reads: []string{"spec.plugins[].scope.roles", "spec.template.roles[].name"}, Check: kinds.Typed(pluginRoles),
		},
		{
			ID: "MS-25", Says: "`config` of `demo-pod-tweaks` has its options with their types",
			Reads: []string{"spec.plugins[].name", "spec.plugins[].config"}, Check: pluginRule(pluginConfig),
		},
		{
			ID: "MS-26", Says: "a tier is told by `highest_tier_allowed` or by `highest_tier_name`, not by both",
			Check: kinds.Typed(oneTier),
			Reads: []string{
				"spec.template.networkTopology.groupPolicy.highestTierAllowed", "spec.template.networkTopology.groupPolicy.highestTierName",
				"spec.template.networkTopology.rolePolicy.highestTierAllowed", "spec.template.networkTopology.rolePolicy.highestTierName",
			},
		},
		{
			ID: "MS-27", Says: "`gang_policy` and `network_topology` are set for the scheduler `volcano` only, which alone heeds them",
			Warn: true, Check: kinds.Typed(gangWithoutVolcano),
			Reads: []string{"spec.schedulerName", "spec.template.networkTopology", "spec.template.gangPolicy"},
		},
		ownLabels("MS-30", "modelserving.volcano.sh/"),
		{
			ID: "MS-32", Says: "the annotation `scheduling.volcano.sh/queue-name` is a name that a queue can have",
			Reads: []string{"metadata.annotations"}, Check: queueName,
		},
	},
)

func servingRoleName(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	if len(validation.IsDNS1035Label(r.Name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("name"), r.Name,
		"must consist of lower-case letters, digits and `-`, start with a letter and end with a letter or digit")}
}

// strategyOf is the way groups are replaced, the default when it is not set.
func strategyOf(s *servingv1alpha1.ModelServing) string {
	if s.Spec.RolloutStrategy == nil || s.Spec.RolloutStrategy.Type == "" {
		return "ServingGroupRollingUpdate"
	}
	return s.Spec.RolloutStrategy.Type
}

func boundsOfGroups(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if rollingUpdate(s) == nil || strategyOf(s) != roleRollingUpdate {
		return nil
	}
	return field.ErrorList{field.Forbidden(rollingPath,
		"it bounds an update of whole groups; with `RoleRollingUpdate` set `max_unavailable` of the roles instead, and remove it even if it is empty")}
}

func partitionAmount(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if rolling := rollingUpdate(s); rolling != nil {
		return amount(rolling.Partition, rollingPath.Child("partition"))
	}
	return nil
}

func unavailableResolves(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	rolling := rollingUpdate(s)
	if rolling == nil {
		return nil
	}
	if n, known := resolved(rolling.MaxUnavailable, orOne(s.Spec.Replicas), false); !known || n != 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingPath.Child("maxUnavailable"), rolling.MaxUnavailable.String(), fmt.Sprintf(
		"is 0 of %d groups, rounded down, so that no group could ever be replaced; raise it", orOne(s.Spec.Replicas)))}
}

func roleUnavailableAmount(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	return amount(r.MaxUnavailable, at.Child("maxUnavailable"))
}

func unavailableOfRoles(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if strategyOf(s) == roleRollingUpdate {
		return nil
	}
	return roleList(s, func(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
		if r.MaxUnavailable == nil {
			return nil
		}
		return field.ErrorList{field.Forbidden(at.Child("maxUnavailable"),
			"it bounds an update of roles; set `type` of `rollout_strategy` to `RoleRollingUpdate`, or bound the groups in `rolling_update_configuration`")}
	})
}

func roleList(s *servingv1alpha1.ModelServing, check func(*servingv1alpha1.Role, *field.Path) field.ErrorList) field.ErrorList {
	var errs field.ErrorList
	for i := range s.Spec.Template.Roles {
		errs = append(errs, check(&s.Spec.Template.Roles[i], rolesPath.Index(i))...)
	}
	return errs
}

func roleUnavailableResolves(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	if n, known := resolved(r.MaxUnavailable, orOne(r.Replicas), false); !known || n != 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("maxUnavailable"), r.MaxUnavailable.String(), fmt.Sprintf(
		"is 0 of %d instances, rounded down, so that none could ever be replaced; raise it", orOne(r.Replicas)))}
}

func roleUnavailableWithin(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	if n, known := resolved(r.MaxUnavailable, orOne(r.Replicas), false); !known || n <= int(orOne(r.Replicas)) {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("maxUnavailable"), r.MaxUnavailable.String(),
		fmt.Sprintf("must not be more than the %d replicas of the role", orOne(r.Replicas)))}
}

// servingGang makes a rule of a check of the minimum of each role, if there are any.
func servingGang(check func(map[string]int32, []servingv1alpha1.Role, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
		if s.Spec.Template.GangPolicy == nil {
			return nil
		}
		return check(s.Spec.Template.GangPolicy.MinRoleReplicas, s.Spec.Template.Roles, servingMinimums)
	})
}

func gangWithinReplicas(minimums map[string]int32, roles []servingv1alpha1.Role, at *field.Path) field.ErrorList {
	return gangMinimums(minimums, roles, at, func(minimum int32, r *servingv1alpha1.Role, at *field.Path) *field.Error {
		if minimum > orOne(r.Replicas) {
			return field.Invalid(at, minimum, fmt.Sprintf("must not be more than the %d replicas of the role", orOne(r.Replicas)))
		}
		return nil
	})
}

func servingGangNotNegative(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Template.GangPolicy == nil {
		return nil
	}
	return gangNotNegative(s.Spec.Template.GangPolicy.MinRoleReplicas, servingMinimums)
}

func recoveryFitsRollout(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if s.Spec.RecoveryPolicy != "ServingGroupRecreate" || strategyOf(s) != roleRollingUpdate {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "recoveryPolicy"), s.Spec.RecoveryPolicy,
		"replacing one role would recreate its whole group; with `RoleRollingUpdate` set it to `RoleRecreate` or `None`")}
}

func oneTier(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	topology := s.Spec.Template.NetworkTopology
	if topology == nil {
		return nil
	}
	var errs field.ErrorList
	check := func(bound *servingv1alpha1.NetworkTopology, at *field.Path) {
		if bound != nil && bound.HighestTierAllowed != nil && bound.HighestTierName != "" {
			errs = append(errs, field.Forbidden(at.Child("highestTierName"), "a tier is told by its name or by its number in `highest_tier_allowed`; remove one of them"))
		}
	}
	check(topology.GroupPolicy, topologyPath.Child("groupPolicy"))
	check(topology.RolePolicy, topologyPath.Child("rolePolicy"))
	return errs
}

func gangWithoutVolcano(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if s.Spec.SchedulerName == "" || s.Spec.SchedulerName == volcano {
		return nil
	}
	remedy := fmt.Sprintf("only Volcano heeds it, and the pods go to `%s`; set `scheduler_name` to `volcano`, or remove it", s.Spec.SchedulerName)
	var errs field.ErrorList
	if s.Spec.Template.GangPolicy != nil {
		errs = append(errs, field.Forbidden(gangPolicyPath, remedy))
	}
	if s.Spec.Template.NetworkTopology != nil {
		errs = append(errs, field.Forbidden(topologyPath, remedy))
	}
	return errs
}

func queueName(c kinds.Candidate) field.ErrorList {
	queue, found := c.Object.GetAnnotations()[queueAnnotation]
	if !found || len(validation.IsDNS1123Subdomain(queue)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "annotations").Key(queueAnnotation), queue,
		"it names a queue of Volcano: at most 253 lower-case letters, digits, `-` and `.`, with a letter or digit at both ends")}
}
