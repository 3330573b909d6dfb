package llmaz

import (
	corev1 "k8s.io/api/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// playgroundLabels are the labels of the pods of a playground.
//
// Source: InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
func playgroundLabels(c kinds.Candidate) []kinds.PodLabels {
	playground, err := render.Decode[inferencev1alpha1.Playground](c.Object.Object)
	if err != nil {
		return nil
	}
	return []kinds.PodLabels{claimOfPlayground(&playground, c).labelled(playground.Name, nil)}
}

// serviceLabels are those of the pods of a service. Where there is a template of leaders, only these have llmaz's.
func serviceLabels(c kinds.Candidate) []kinds.PodLabels {
	service, err := render.Decode[inferencev1alpha1.Service](c.Object.Object)
	if err != nil {
		return nil
	}
	claimed, groups := claimOfService(&service, c), service.Spec.WorkloadTemplate
	if groups.LeaderTemplate == nil {
		return []kinds.PodLabels{claimed.labelled(service.Name, &groups.WorkerTemplate)}
	}
	workers := render.Overlay(groups.WorkerTemplate.Labels, map[string]string{lwsv1.SetNameLabelKey: service.Name})
	return []kinds.PodLabels{claimed.labelled(service.Name, groups.LeaderTemplate), {Has: workers}}
}

// labelled are the labels that llmaz and the LeaderWorkerSet give to pods of a template, nil for one without labels. That with the
// family of the model has what its definition says.
func (c claim) labelled(name string, template *corev1.PodTemplateSpec) kinds.PodLabels {
	labels := kinds.PodLabels{Has: map[string]string{lwsv1.SetNameLabelKey: name}, Any: []string{labelModelFamilyName}}
	if template != nil {
		labels.Has = render.Overlay(template.Labels, labels.Has)
	}
	if models := c.mainFirst(); len(models) > 0 {
		labels.Has[labelModelName] = models[0].name
	}
	return labels
}
