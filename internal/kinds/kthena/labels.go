package kthena

import (
	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// servingLabels are the labels of the pods of a ModelServing, in either mode.
func servingLabels(c kinds.Candidate) []kinds.PodLabels {
	serving, err := render.Decode[servingv1alpha1.ModelServing](c.Object.Object)
	if err != nil {
		return nil
	}
	return labelsOf(serving.Name, serving.Spec)
}

// inferLabels are those of a ModelInfer. Where it is one in the cluster, its pods have labels of the domain `modelinfer.volcano.sh` instead, which count
// as those of a controller.
func inferLabels(c kinds.Candidate) []kinds.PodLabels {
	serving, err := render.Decode[servingv1alpha1.ModelServing](inferAsServing(c.Object.Object))
	if err != nil {
		return nil
	}
	return labelsOf(serving.Name, serving.Spec)
}

// boosterLabels are those of the pods of the ModelServing of a ModelBooster.
func boosterLabels(c kinds.Candidate) []kinds.PodLabels {
	booster, err := render.Decode[servingv1alpha1.ModelBooster](c.Object.Object)
	if err != nil {
		return nil
	}
	spec, missing := boosterServing(&booster, "")
	if missing != nil {
		return nil
	}
	return labelsOf(servingName(c.Object), spec)
}

// labelsOf are the labels of the pods of every role: those of its templates, and those by which Kthena's router finds them.
//
// Source: volcano-sh/kthena pkg/apis/workload/v1alpha1/labels.go@v1.0.0.
func labelsOf(name string, spec servingv1alpha1.ModelServingSpec) []kinds.PodLabels {
	var all []kinds.PodLabels
	for i := range spec.Template.Roles {
		r := &spec.Template.Roles[i]
		templates := []*role.PodTemplateSpec{&r.EntryTemplate}
		if r.WorkerReplicas > 0 {
			templates = append(templates, r.WorkerTemplate)
		}
		for j, template := range templates {
			labels := map[string]string{}
			if template != nil && template.Metadata != nil {
				labels = render.Overlay(template.Metadata.Labels)
			}
			labels[labelName], labels[labelRole] = name, r.Name
			if j == 0 {
				labels[labelEntry] = "true"
			}
			all = append(all, kinds.PodLabels{Has: labels, Stage: stages[r.Name]})
		}
	}
	return all
}

// stages are those of roles with the names that Kthena's own examples, and the workers of a ModelBooster, give them.
//
// Source: volcano-sh/kthena examples/model-serving@v1.0.0.
var stages = map[string]string{workerPrefill: kinds.Prefill, workerDecode: kinds.Decode}
