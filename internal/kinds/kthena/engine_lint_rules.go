package kthena

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// engineRules hold for both kinds, whose roles read alike. The engine is the first container of a pod.
var engineRules = slices.Concat(enginelint.Rules(enginesOf, "spec.template.roles"), enginelint.VariableRules(enginesOf), enginelint.PodRules(enginesOf))

var enginesOf = enginelint.Of(func(s *servingv1alpha1.ModelServing) []enginelint.Engine {
	var all []enginelint.Engine
	for i := range s.Spec.Template.Roles {
		r, at := &s.Spec.Template.Roles[i], field.NewPath("spec", "template", "roles").Index(i)
		entry, ok := firstContainer(&r.EntryTemplate, at.Child("entryTemplate"))
		if !ok {
			continue
		}
		entry.Leads = true
		if r.WorkerReplicas == 0 {
			entry.Accelerators = engines.Accelerators(entry.Container)
			all = append(all, entry)
			continue
		}
		worker, ok := firstContainer(r.WorkerTemplate, at.Child("workerTemplate"))
		if !ok {
			continue
		}
		entry.Accelerators = enginelint.Together(entry.Container, worker.Container, int64(r.WorkerReplicas))
		worker.Accelerators = entry.Accelerators
		all = append(all, entry, worker)
	}
	return all
})

func firstContainer(template *role.PodTemplateSpec, at *field.Path) (enginelint.Engine, bool) {
	if template == nil || template.Spec == nil || len(template.Spec.Containers) == 0 {
		return enginelint.Engine{}, false
	}
	at = at.Child("spec")
	return enginelint.Engine{Container: &template.Spec.Containers[0], Pod: template.Spec, PodAt: at, At: at.Child("containers").Index(0)}, true
}
