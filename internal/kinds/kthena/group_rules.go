package kthena

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	replicasPath = field.NewPath("spec", "replicas")
	rollingPath  = field.NewPath("spec", "rolloutStrategy", "rollingUpdateConfiguration")
)

// groupRules hold for both kinds. id makes the identifier of a rule from the number that the
// kind has for it, of which the ModelInfer's comes first.
func groupRules(id func(infer, serving string) string) []kinds.Rule {
	rules := []kinds.Rule{
		{
			ID: id("MI-01", "MS-01"), Says: "the name starts with a letter and has lower-case letters, digits and `-`",
			Reads: []string{"metadata.name"}, Check: nameSyntax,
		},
		{
			ID: id("MI-01", "MS-01"), Says: "the names of the pods, which are made of the names of the object and of its roles, have at most 63 characters",
			Check: kinds.Typed(podNames),
			Reads: []string{"metadata.name", "spec.replicas", "spec.template.roles[].name", "spec.template.roles[].replicas", "spec.template.roles[].workerReplicas"},
		},
		{
			ID: id("MI-03", "MS-03"), Says: "images of containers have no spaces",
			Reads: podReads("spec.containers[].image"), Check: templateRule(images),
		},
		{
			ID: id("MI-04", "MS-04"), Says: "`replicas` is 0 or more",
			Reads: []string{"spec.replicas"}, Check: kinds.Typed(groupCount),
		},
		{
			ID: id("MI-06", "MS-06"), Says: "`replicas` of a role is 0 or more",
			Reads: []string{"spec.template.roles[].replicas"}, Check: roleRule(roleCount),
		},
		{
			ID: id("MI-15", "MS-18"), Says: "`worker_replicas` of a role is 0 or more",
			Reads: []string{"spec.template.roles[].workerReplicas"}, Check: roleRule(workerCount),
		},
		{
			ID: id("MI-16", "MS-19"), Says: "a role with workers has a `worker_template`",
			Reads: []string{"spec.template.roles[].workerReplicas", "spec.template.roles[].workerTemplate"}, Check: roleRule(workersDescribed),
		},
		{
			ID: id("MI-07", "MS-08"), Says: "`max_unavailable` is a number, 0 or more, or a percentage up to 100",
			Reads: []string{"spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable"}, Check: kinds.Typed(unavailableAmount),
		},
	}
	return slices.Concat(rules, podRules(id("MI-19", "MS-31")), directRules(id))
}

// roleRule makes a rule of a check of one role.
func roleRule(check func(*servingv1alpha1.Role, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
		var errs field.ErrorList
		for i := range s.Spec.Template.Roles {
			errs = append(errs, check(&s.Spec.Template.Roles[i], rolesPath.Index(i))...)
		}
		return errs
	})
}

// orOne is the value, and 1, which is the default of every number of replicas, without one.
func orOne(n *int32) int32 {
	if n == nil {
		return 1
	}
	return *n
}

// nameSyntax leaves a name that is too long to the rules that count.
func nameSyntax(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if name == "" || len(name) > validation.DNS1035LabelMaxLength || len(validation.IsDNS1035Label(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name,
		"must consist of lower-case letters, digits and `-`, start with a letter and end with a letter or digit, because pods and Services are named after it")}
}

// podNames holds names to what the pods, which are named after all of them, can be called.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/webhook/validator.go@v1.0.0.
func podNames(s *servingv1alpha1.ModelServing, c kinds.Candidate) field.ErrorList {
	name, at := c.Object.GetName(), field.NewPath("metadata", "name")
	if name == "" {
		return nil
	}
	var errs field.ErrorList
	for _, r := range s.Spec.Template.Roles {
		longest := longestPodName(name, s, &r)
		if over := len(longest) - validation.DNS1035LabelMaxLength; over > 0 {
			errs = append(errs, field.Invalid(at, name, fmt.Sprintf(
				"the pods of role `%s` would have names of up to %d characters, such as `%s`, and 63 are allowed; shorten this name or that of the role by %d",
				r.Name, len(longest), longest, over)))
		}
	}
	return errs
}

func longestPodName(name string, s *servingv1alpha1.ModelServing, r *servingv1alpha1.Role) string {
	return fmt.Sprintf("%s-%d-%s-%d-%d", name, orOne(s.Spec.Replicas), r.Name, orOne(r.Replicas), r.WorkerReplicas)
}

func groupCount(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	return notNegative(orOne(s.Spec.Replicas), replicasPath)
}

func roleCount(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	return notNegative(orOne(r.Replicas), at.Child("replicas"))
}

func workerCount(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	return notNegative(r.WorkerReplicas, at.Child("workerReplicas"))
}

func notNegative(n int32, at *field.Path) field.ErrorList {
	if n >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at, n, "must be 0 or more")}
}

func workersDescribed(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
	if r.WorkerReplicas <= 0 || r.WorkerTemplate != nil {
		return nil
	}
	return field.ErrorList{field.Required(at.Child("workerTemplate"),
		fmt.Sprintf("the role has %d workers and no pods for them, so no group would ever be complete; describe them, or set `worker_replicas` to 0", r.WorkerReplicas))}
}

func unavailableAmount(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	if rolling := rollingUpdate(s); rolling != nil {
		return amount(rolling.MaxUnavailable, rollingPath.Child("maxUnavailable"))
	}
	return nil
}

func rollingUpdate(s *servingv1alpha1.ModelServing) *servingv1alpha1.RollingUpdateConfiguration {
	if s.Spec.RolloutStrategy == nil {
		return nil
	}
	return s.Spec.RolloutStrategy.RollingUpdateConfiguration
}

// amount refuses what is neither a number, 0 or more, nor a percentage up to 100.
func amount(value *intstr.IntOrString, at *field.Path) field.ErrorList {
	if value == nil {
		return nil
	}
	if value.Type == intstr.Int && value.IntVal >= 0 {
		return nil
	}
	if value.Type == intstr.String && len(validation.IsValidPercent(value.StrVal)) == 0 {
		if share, err := intstr.GetScaledValueFromIntOrPercent(value, 100, false); err == nil && share <= 100 {
			return nil
		}
	}
	return field.ErrorList{field.Invalid(at, value.String(), "must be a number, 0 or more, or a percentage from `0%` to `100%`")}
}

// resolved is an amount of a total, and false for one that [amount] refuses.
func resolved(value *intstr.IntOrString, total int32, up bool) (int, bool) {
	if value == nil || len(amount(value, nil)) > 0 {
		return 0, false
	}
	n, err := intstr.GetScaledValueFromIntOrPercent(value, int(total), up)
	return n, err == nil
}

// gangReads are what the rules on the minimum of each role read.
func gangReads(at string) []string {
	return []string{at, "spec.template.roles[].name"}
}

func roleNames(roles []servingv1alpha1.Role) []string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = r.Name
	}
	return names
}

// gangKeys refuses minimums of roles that there are not.
func gangKeys(minimums map[string]int32, roles []servingv1alpha1.Role, at *field.Path) field.ErrorList {
	names := roleNames(roles)
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(minimums)) {
		if !slices.Contains(names, name) {
			errs = append(errs, field.Invalid(at.Key(name), name, "there is no such role; the roles are "+strings.Join(names, ", ")))
		}
	}
	return errs
}

// gangMinimums visits the minimum of every role that has one.
func gangMinimums(minimums map[string]int32, roles []servingv1alpha1.Role, at *field.Path, check func(minimum int32, r *servingv1alpha1.Role, at *field.Path) *field.Error) field.ErrorList {
	var errs field.ErrorList
	for i := range roles {
		if minimum, found := minimums[roles[i].Name]; found {
			if err := check(minimum, &roles[i], at.Key(roles[i].Name)); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errs
}

func gangNotNegative(minimums map[string]int32, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(minimums)) {
		errs = append(errs, notNegative(minimums[name], at.Key(name))...)
	}
	return errs
}
