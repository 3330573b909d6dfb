package handover

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// existing is a target that exists.
type existing struct {
	model.Target
	uid  types.UID
	live *unstructured.Unstructured
}

// existingOf returns those of the targets that exist.
func existingOf(ctx context.Context, a *model.ApplyRun, targets []model.Target) ([]existing, diag.Diagnostics) {
	var out []existing
	for _, t := range targets {
		live, err := a.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			continue
		case err != nil:
			return nil, a.Failed("read", t, err)
		}
		out = append(out, existing{t, live.GetUID(), live})
	}
	return out, nil
}

// assume makes a workload of an operator the provider's own. What the operator wrote counts as
// applied, so that the apply of the target removes what of it is not rendered, such as a volume. The mark
// of a creation stays until the state knows of it.
func assume(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) error {
	if begun, under := object.UnderWay(live, a.Settings.FieldManager); under && (a.Mark.Continues(begun) || begun.HandsOver(a.PriorUID)) {
		return a.Settings.Client.RenameManager(ctx, t.Resource, live, begun.Manager(a.Settings.FieldManager), a.Mark.Manager(a.Settings.FieldManager))
	}
	operators, err := operators(a.Model, live)
	if err != nil {
		return err
	}
	assumed, err := a.Settings.Client.Assume(ctx, t.Resource, live, a.Mark.Manager(a.Settings.FieldManager), operators)
	if assumed || err != nil {
		return err
	}
	_, err = a.Settings.Client.Apply(ctx, t.Resource, Label(t), apply.Creating(a, cluster.ApplyOptions{Force: true}))
	return err
}

// operators are the field managers by which the operator writes a workload: those that its release has, and those that made the
// custom resource its owner, for a manager is named after a binary, which a distribution may name as it likes.
func operators(s *model.ResourceModel, live *unstructured.Unstructured) ([]string, error) {
	setters, err := object.SetBy(live, owners(s)...)
	return append(setters, s.Kind.Controllers...), err
}

// owners are the kinds of the custom resources from which workloads of the operator follow.
func owners(s *model.ResourceModel) []schema.GroupVersionKind {
	owners := []schema.GroupVersionKind{s.Resource(object.Release{}).GroupVersionKind}
	for _, d := range s.Kind.Releases {
		owners = append(owners, s.Resource(d).GroupVersionKind)
	}
	for _, between := range s.Kind.HandOver.Between {
		owners = append(owners, between.GroupVersionKind)
	}
	return owners
}

// Label is as much of a target as shows whose it is.
func Label(t model.Target) *unstructured.Unstructured {
	out := &unstructured.Unstructured{}
	out.SetGroupVersionKind(t.Resource.GroupVersionKind)
	out.SetNamespace(t.Applied.GetNamespace())
	out.SetName(t.Applied.GetName())
	out.SetLabels(t.Applied.GetLabels())
	return out
}
