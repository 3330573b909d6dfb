// Package kthena renders both kinds without Kthena too. Differences of direct mode from
// its controllers:
//
//   - The pods of a role in a group are those of a LeaderWorkerSet `<name>-<group>-<role>`.
//     Worker pods keep their names, an entry pod `<name>-<group>-<role>-<instance>-0` becomes
//     `<name>-<group>-<role>-<instance>` and is found by the domain of the LeaderWorkerSet; the
//     option entry_services restores the old address.
//   - Pods have no label role-id and no label of a revision: the label
//     leaderworkerset.sigs.k8s.io/group-index tells instances apart.
//   - ModelInfer's pods have the labels of ModelServing and get scheduler_name, as ModelServing's do.
//   - A failure restarts the instance of a role and never its whole group, at once and
//     without a grace period. With the recovery policy None its container restarts in place.
//   - Nothing orders the groups in an update: each LeaderWorkerSet rolls on its own, so that
//     all groups are replaced at once, whatever their bound of missing groups. A
//     partition of groups is refused. Updates of roles keep to the bounds of the roles.
//   - Groups are added and removed by Terraform only, the last ones first, whatever the
//     deletion costs of their pods. An autoscaler can scale each LeaderWorkerSet.
//   - The least resources of a PodGroup count a limit where a container has no request, as
//     the API server does, and a PodGroup is no part of what is waited for.
//   - Annotations of pods are taken, and so are roles of a ModelInfer whose names start with a digit.
package kthena

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// RenderServing renders what Kthena's controller makes of a ModelServing: for every
// group a LeaderWorkerSet a role, and a PodGroup where the group is scheduled as a gang. The
// comment of the package says how it differs from the controller on purpose.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/{controller,podgroupmanager,plugins}@v1.0.0.
func RenderServing(in render.Input) (render.Output, field.ErrorList) {
	s, errs := resolveServing(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	return s.render()
}

// RenderInfer renders a ModelInfer as the ModelServing it is written as.
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
		set, err := s.roleSet(index, &s.spec.Template.Roles[i])
		if err != nil {
			return nil, err
		}
		objects = append(objects, set)
		services, err := s.entryServices(index, &s.spec.Template.Roles[i])
		if err != nil {
			return nil, err
		}
		objects = append(objects, services...)
	}
	return objects, nil
}
