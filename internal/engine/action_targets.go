package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// rendered finds the live objects of direct mode by the labels that all of them have, of those
// kinds. An action has no state that would name them.
func (a *invocation) rendered(ctx context.Context, kinds ...string) ([]target, diag.Diagnostics) {
	owner := render.OwnerOf(a.values.unstructured())
	options := cluster.ListOptions{Namespace: owner.Namespace, LabelSelector: labels.SelectorFromSet(owner.Selector()).String()}
	var out []target
	for _, r := range cluster.Rendered() {
		if !slices.Contains(kinds, r.Kind) {
			continue
		}
		for live, err := range a.settings.Client.List(ctx, r, options) {
			if cluster.IsTypeMissing(err) || cluster.IsNotFound(err) {
				break
			}
			t := target{resource: r, applied: live}
			if err != nil {
				t.applied = a.values.unstructured()
				return nil, a.failed("list the workloads of", t, err)
			}
			claims, err := object.ManagedFields(live, object.Release{})
			if err != nil {
				return nil, diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
			}
			if !claims.Applied(a.settings.FieldManager) {
				continue
			}
			if t, err = a.model.workload(live); err != nil {
				return nil, diag.Diagnostics{diagnostic.Fault("Reading a workload", err)}
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// handed finds the custom resource of operator mode.
func (a *invocation) handed(ctx context.Context) (observation, diag.Diagnostics) {
	t, live, diags := a.fetch(ctx, a.values)
	if diags.HasError() {
		return observation{}, diags
	}
	seen, err := t.look(live, a.settings.FieldManager)
	if err != nil {
		diags.Append(diagnostic.Fault("Comparing the live object", err))
	}
	return seen, diags
}

// jobs finds the Jobs of either mode.
func (a *invocation) jobs(ctx context.Context) ([]target, diag.Diagnostics) {
	if a.mode == Direct {
		return a.rendered(ctx, "Job")
	}
	seen, diags := a.handed(ctx)
	if diags.HasError() {
		return nil, diags
	}
	return a.ownedJobs(ctx, seen)
}

// ownedJobs are the Jobs that an operator made of a custom resource.
func (r *scope) ownedJobs(ctx context.Context, seen observation) ([]target, diag.Diagnostics) {
	namespace := seen.object().GetNamespace()
	tree, err := r.settings.Client.OwnedTree(ctx, namespace, []cluster.Owner{{UID: types.UID(seen.uid)}})
	if err != nil {
		return nil, r.failed("find the dependents of", seen.target, err)
	}
	var out []target
	for _, d := range tree.Objects {
		if d.Resource.Kind != "Job" {
			continue
		}
		live, err := r.settings.Client.Get(ctx, d.Resource, namespace, d.Object.GetName())
		if cluster.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, r.failed("read the Jobs of", seen.target, err)
		}
		t, err := r.model.workload(live)
		if err != nil {
			return nil, diag.Diagnostics{diagnostic.Fault("Reading a workload", err)}
		}
		out = append(out, t)
	}
	return out, nil
}

// amend writes a field of a live object as an action.
func (a *invocation) amend(ctx context.Context, t target, value any, paths ...[]string) (*unstructured.Unstructured, diag.Diagnostics) {
	before := t.label()
	before.SetLabels(nil)
	// Of the object that it is given: a busy one comes whole at the second attempt.
	live, err := a.settings.Client.Amend(ctx, t.resource, before, object.ActionManager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		changed := live.DeepCopy()
		for _, at := range paths {
			if err := unstructured.SetNestedField(changed.Object, value, at...); err != nil {
				return nil, err
			}
		}
		return changed, nil
	})
	return live, a.failed("change", t, err)
}
