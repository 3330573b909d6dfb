package handover

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// begun reports whether a live object carries the mark of a hand-over of the custom resource with that UID.
func begun(r *model.Scope, live *unstructured.Unstructured, uid string) bool {
	mark, under := object.UnderWay(live, r.Settings.FieldManager)
	return under && mark.HandsOver(uid)
}

// remnants are what a hand-over to direct mode that was interrupted has left of a custom resource and of what followed from it.
// Nobody else would know of them.
func remnants(ctx context.Context, r *model.Scope, prior model.Values) ([]model.Target, error) {
	uid := prior.Text(model.AttrUID)
	if prior.Text(model.AttrMode) == model.Direct || r.Model.Kind.Render == nil || uid == "" {
		return nil, nil
	}
	namespace, _ := prior.Name()
	left, err := r.Settings.Client.Dependents(ctx, namespace, between(r), func(live *unstructured.Unstructured) bool { return begun(r, live, uid) })
	out := make([]model.Target, len(left))
	for i, one := range left {
		out[i] = model.Target{Resource: one.Resource, Applied: one.Object}
	}
	if cluster.IsForbidden(err) {
		err = nil // whoever may not see a type does not hand it over either
	}
	return out, err
}

// between are the types of the custom resources that an operator makes on the way to a workload.
func between(r *model.Scope) []cluster.Resource {
	var out []cluster.Resource
	for _, link := range r.Model.Kind.HandOver.Between {
		out = append(out, cluster.Resource{GroupVersionKind: link.GroupVersionKind, Plural: link.Plural, Namespaced: true})
	}
	return out
}

// markRemnants marks what a hand-over will delete once the custom resource is gone: an owner does not tell it from others any more
// then. Who may delete an object but not change it has to see to an interruption.
func markRemnants(ctx context.Context, a *model.ApplyRun, chain []existing, left []model.Target) diag.Diagnostics {
	for _, link := range chain {
		if !link.Same(a.Prior[0]) {
			left = append(left, model.Target{Resource: link.Resource, Applied: link.live})
		}
	}
	for _, t := range left {
		live := t.Applied
		t.Applied = live.DeepCopy()
		t.Applied.SetLabels(map[string]string{render.LabelManagedBy: render.ManagedBy}) // for want of anything else to mark
		if err := assume(ctx, a, t, live); err != nil && !cluster.IsForbidden(err) && !cluster.IsNotFound(err) {
			return a.Failed("take over", t, err)
		}
	}
	return nil
}

// begunBack is the custom resource that a hand-over to operator mode has made before it was interrupted, nil when there is none.
func begunBack(ctx context.Context, r *model.Scope, prior model.Values, targets []model.Target) (*model.Target, error) {
	if prior.Text(model.AttrMode) != model.Direct || r.Model.Kind.Render == nil {
		return nil, nil
	}
	namespace, name := prior.Name()
	for _, resource := range r.Resources() {
		t := model.Target{Resource: resource, Applied: &unstructured.Unstructured{Object: map[string]any{}}}
		t.Applied.SetGroupVersionKind(resource.GroupVersionKind)
		t.Applied.SetNamespace(namespace)
		t.Applied.SetName(name)
		if slices.ContainsFunc(targets, t.Same) {
			continue
		}
		live, err := r.Settings.Client.Get(ctx, resource, namespace, name)
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err) || cluster.IsForbidden(err):
			continue
		case err != nil:
			return nil, err
		case r.Interrupted(live):
			t.Applied = live
			return &t, nil
		}
	}
	return nil, nil
}

// HalfHandedOver are the objects that an interrupted hand-over of a resource has left in the other mode, or on the way to it.
func HalfHandedOver(ctx context.Context, r *model.Scope, prior model.Values, targets []model.Target) ([]model.Target, diag.Diagnostics) {
	left, err := remnants(ctx, r, prior)
	if err == nil && left == nil {
		var back *model.Target
		if back, err = begunBack(ctx, r, prior, targets); back != nil {
			left = []model.Target{*back}
		}
	}
	if err != nil {
		return nil, r.Failed("look for what is left of", model.Target{Resource: r.Resources()[0], Applied: prior.Unstructured()}, err)
	}
	return left, nil
}

// RemoveRemnants deletes what an interrupted hand-over has left.
func RemoveRemnants(ctx context.Context, r *model.Scope, state model.Values, targets []model.Target) diag.Diagnostics {
	if state.Text(model.AttrMode) != model.Direct && state.Text(model.AttrManifest) != "" {
		return nil // the custom resource is there, or was at the last look
	}
	left, diags := HalfHandedOver(ctx, r, state, targets)
	for _, t := range left {
		diags.Append(apply.Remove(ctx, r, t, string(t.Applied.GetUID()))...)
	}
	return diags
}
