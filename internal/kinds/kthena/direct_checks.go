package kthena

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

var gangOptionPath = field.NewPath("direct", "gang")

// check returns what the options make impossible. What the resource alone decides is
// checked by its rules.
func (s directServing) check() field.ErrorList {
	return slices.Concat(s.checkGang(), s.checkService())
}

func (s directServing) checkGang() field.ErrorList {
	var errs field.ErrorList
	option, topology := s.options.Gang, s.spec.Template.NetworkTopology
	switch {
	case option == gangNone && s.asksForGangs && (s.spec.Template.GangPolicy != nil || topology != nil):
		errs = append(errs, field.Invalid(gangOptionPath, option,
			"the resource says how its groups are scheduled as gangs; remove that from `template`, or remove `gang`"))
	case option != "" && option != gangNone && !s.asksForGangs:
		errs = append(errs, field.Invalid(gangOptionPath, option, fmt.Sprintf(
			"the resource asks for no gang; set `%s`, or remove `gang`", s.gangRemedy)))
	case option == gangTaskMembers && topology != nil && topology.RolePolicy != nil:
		errs = append(errs, field.Invalid(gangOptionPath, option,
			"it has no place for `role_policy` of `network_topology`; set `gang` to `SubGroups`, or remove `role_policy`"))
	}
	if _, exclusive := s.owner.Annotations[lwsv1.ExclusiveKeyAnnotationKey]; exclusive && s.gang() {
		errs = append(errs, field.Forbidden(field.NewPath("metadata", "annotations").Key(lwsv1.ExclusiveKeyAnnotationKey),
			"workers would wait for their entry pod to be scheduled, and it for them, because the group is a gang; remove it, or set `gang` of `direct` to `None`"))
	}
	return errs
}

func (s directServing) checkService() field.ErrorList {
	service := s.options.Service
	if service == nil {
		return nil
	}
	names := roleNames(s.spec.Template.Roles)
	if service.Role == "" || slices.Contains(names, service.Role) {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("direct", "service", "role"), service.Role,
		"there is no such role; the roles are "+strings.Join(names, ", "))}
}

// warnings tell what is rendered but will not do what its author may expect, beside what
// the rules warn of.
func (s directServing) warnings() []string {
	warnings := render.ReplacedLabelWarnings(s.owner)
	if groups := orOne(s.spec.Replicas); groups > 1 && (s.spec.RolloutStrategy == nil || s.spec.RolloutStrategy.Type != roleRollingUpdate) {
		warnings = append(warnings, fmt.Sprintf(
			"An update replaces all %d groups at once, because nothing orders them in direct mode: to keep serving meanwhile, give each group a resource of its own or bound the update of each role with RoleRollingUpdate of inference_model_serving.", groups))
	}
	for i := range s.spec.Template.Roles {
		r := &s.spec.Template.Roles[i]
		warnings = engines.Warn(warnings, r.EntryTemplate.Spec, 0)
		if r.WorkerReplicas > 0 {
			warnings = engines.Warn(warnings, r.WorkerTemplate.Spec, 0)
		}
	}
	return warnings
}
