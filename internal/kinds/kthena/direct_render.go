package kthena

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// RenderServing renders what Kthena's controller makes of a ModelServing: for every
// group a Deployment or a LeaderWorkerSet a role, and a PodGroup where the group is scheduled as a gang.
// [servingDifferences] say how it differs from the controller on purpose.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/{controller,podgroupmanager,plugins}@v1.0.0.
func RenderServing(in render.Input) (render.Output, field.ErrorList) {
	s, errs := resolveServing(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	return s.render()
}

// RenderInfer renders a ModelInfer as the ModelServing it is written as. [inferDifferences] say how it
// differs from the controller on purpose.
func RenderInfer(in render.Input) (render.Output, field.ErrorList) {
	s, errs := resolveInfer(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	return s.render()
}

func (s directServing) render() (render.Output, field.ErrorList) {
	if errs := s.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	out, err := s.output()
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(field.NewPath("spec"), err)}
	}
	return out, nil
}

// output builds the objects in the order in which they are applied: a PodGroup goes
// before the pods that join it.
func (s directServing) output() (render.Output, error) {
	out := render.Output{Warnings: s.warnings()}
	for index := range orOne(s.spec.Replicas) {
		objects, err := s.group(index)
		if err != nil {
			return render.Output{}, err
		}
		out.Objects = append(out.Objects, objects...)
	}
	if s.options.Service == nil {
		return out, nil
	}
	service, err := s.front()
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, service)
	out.Endpoint = s.endpoint()
	return out, nil
}

// group builds the objects of one group.
func (s directServing) group(index int32) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	if s.gang() {
		podGroup, err := s.podGroup(index)
		if err != nil {
			return nil, err
		}
		objects = append(objects, podGroup)
	}
	for i := range s.spec.Template.Roles {
		workload, err := s.roleWorkload(index, &s.spec.Template.Roles[i])
		if err != nil {
			return nil, err
		}
		objects = append(objects, workload)
		services, err := s.entryServices(index, &s.spec.Template.Roles[i])
		if err != nil {
			return nil, err
		}
		objects = append(objects, services...)
	}
	return objects, nil
}
