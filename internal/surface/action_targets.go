package surface

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/stage/handover"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// rendered finds the live objects of direct mode by the labels that all of them have, of those
// kinds. An action has no state that would name them.
func (a *invocation) rendered(ctx context.Context, kinds ...string) ([]model.Target, diag.Diagnostics) {
	owner := render.OwnerOf(a.values.Unstructured())
	options := cluster.ListOptions{Namespace: owner.Namespace, LabelSelector: labels.SelectorFromSet(owner.Selector()).String()}
	var out []model.Target
	for _, r := range cluster.Rendered() {
		if !slices.Contains(kinds, r.Kind) {
			continue
		}
		for live, err := range a.Settings.Client.List(ctx, r, options) {
			if cluster.IsTypeMissing(err) || cluster.IsNotFound(err) {
				break
			}
			t := model.Target{Resource: r, Applied: live}
			if err != nil {
				t.Applied = a.values.Unstructured()
				return nil, a.Failed("list the workloads of", t, err)
			}
			claims, err := object.ManagedFields(live, object.Release{})
			if err != nil {
				return nil, diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
			}
			if !claims.Applied(a.Settings.FieldManager) {
				continue
			}
			if t, err = a.Model.Workload(live); err != nil {
				return nil, diag.Diagnostics{diagnostic.Fault("Reading a workload", err)}
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// handed finds the custom resource of operator mode.
func (a *invocation) handed(ctx context.Context) (model.Observation, diag.Diagnostics) {
	t, live, diags := fetch(ctx, a.Scope, a.values)
	if diags.HasError() {
		return model.Observation{}, diags
	}
	seen, err := t.Look(live, a.Settings.FieldManager)
	if err != nil {
		diags.Append(diagnostic.Fault("Comparing the live object", err))
	}
	return seen, diags
}

// jobs finds the Jobs of either mode.
func (a *invocation) jobs(ctx context.Context) ([]model.Target, diag.Diagnostics) {
	if a.mode == model.Direct {
		return a.rendered(ctx, "Job")
	}
	seen, diags := a.handed(ctx)
	if diags.HasError() {
		return nil, diags
	}
	return wait.OwnedJobs(ctx, a.Scope, seen)
}

// amend writes a field of a live object as an action.
func (a *invocation) amend(ctx context.Context, t model.Target, value any, paths ...[]string) (*unstructured.Unstructured, diag.Diagnostics) {
	before := handover.Label(t)
	before.SetLabels(nil)
	// Of the object that it is given: a busy one comes whole at the second attempt.
	live, err := a.Settings.Client.Amend(ctx, t.Resource, before, object.ActionManager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		changed := live.DeepCopy()
		for _, at := range paths {
			if err := unstructured.SetNestedField(changed.Object, value, at...); err != nil {
				return nil, err
			}
		}
		return changed, nil
	})
	return live, a.Failed("change", t, err)
}
