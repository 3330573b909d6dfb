package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// begun reports whether a live object carries the mark of a hand-over of the custom resource with that UID.
func (r *scope) begun(live *unstructured.Unstructured, uid string) bool {
	mark, under := object.UnderWay(live, r.settings.FieldManager)
	return under && mark.HandsOver(uid)
}

// remnants are what a hand-over to direct mode that was interrupted has left of a custom resource and of what followed from it.
// Nobody else would know of them.
func (r *scope) remnants(ctx context.Context, prior values) ([]target, error) {
	uid := prior.text(attrUID)
	if prior.text(attrMode) == Direct || r.model.kind.Render == nil || uid == "" {
		return nil, nil
	}
	namespace, _ := prior.name()
	left, err := r.settings.Client.Dependents(ctx, namespace, r.between(), func(live *unstructured.Unstructured) bool { return r.begun(live, uid) })
	out := make([]target, len(left))
	for i, one := range left {
		out[i] = target{resource: one.Resource, applied: one.Object}
	}
	if cluster.IsForbidden(err) {
		err = nil // whoever may not see a type does not hand it over either
	}
	return out, err
}

// between are the types of the custom resources that an operator makes on the way to a workload.
func (r *scope) between() []cluster.Resource {
	var out []cluster.Resource
	for _, link := range r.model.kind.HandOver.Between {
		out = append(out, cluster.Resource{GroupVersionKind: link.GroupVersionKind, Plural: link.Plural, Namespaced: true})
	}
	return out
}

// markRemnants marks what a hand-over will delete once the custom resource is gone: an owner does not tell it from others any more
// then. Who may delete an object but not change it has to see to an interruption.
func (a *applyRun) markRemnants(ctx context.Context, chain []existing, left []target) diag.Diagnostics {
	for _, link := range chain {
		if !link.same(a.prior[0]) {
			left = append(left, target{resource: link.resource, applied: link.live})
		}
	}
	for _, t := range left {
		live := t.applied
		t.applied = live.DeepCopy()
		t.applied.SetLabels(map[string]string{render.LabelManagedBy: render.ManagedBy}) // for want of anything else to mark
		if err := a.assume(ctx, t, live); err != nil && !cluster.IsForbidden(err) && !cluster.IsNotFound(err) {
			return a.failed("take over", t, err)
		}
	}
	return nil
}

// begunBack is the custom resource that a hand-over to operator mode has made before it was interrupted, nil when there is none.
func (r *scope) begunBack(ctx context.Context, prior values, targets []target) (*target, error) {
	if prior.text(attrMode) != Direct || r.model.kind.Render == nil {
		return nil, nil
	}
	namespace, name := prior.name()
	for _, resource := range r.resources() {
		t := target{resource: resource, applied: &unstructured.Unstructured{Object: map[string]any{}}}
		t.applied.SetGroupVersionKind(resource.GroupVersionKind)
		t.applied.SetNamespace(namespace)
		t.applied.SetName(name)
		if slices.ContainsFunc(targets, t.same) {
			continue
		}
		live, err := r.settings.Client.Get(ctx, resource, namespace, name)
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err) || cluster.IsForbidden(err):
			continue
		case err != nil:
			return nil, err
		case r.interrupted(live):
			t.applied = live
			return &t, nil
		}
	}
	return nil, nil
}

// halfHandedOver are the objects that an interrupted hand-over of a resource has left in the other mode, or on the way to it.
func (r *scope) halfHandedOver(ctx context.Context, prior values, targets []target) ([]target, diag.Diagnostics) {
	left, err := r.remnants(ctx, prior)
	if err == nil && left == nil {
		var back *target
		if back, err = r.begunBack(ctx, prior, targets); back != nil {
			left = []target{*back}
		}
	}
	if err != nil {
		return nil, r.failed("look for what is left of", target{resource: r.resources()[0], applied: prior.unstructured()}, err)
	}
	return left, nil
}

// removeRemnants deletes what an interrupted hand-over has left.
func (r *scope) removeRemnants(ctx context.Context, state values, targets []target) diag.Diagnostics {
	if state.text(attrMode) != Direct && state.text(attrManifest) != "" {
		return nil // the custom resource is there, or was at the last look
	}
	left, diags := r.halfHandedOver(ctx, state, targets)
	for _, t := range left {
		diags.Append(r.remove(ctx, t, string(t.applied.GetUID()))...)
	}
	return diags
}
