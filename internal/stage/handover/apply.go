package handover

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// HandOver passes the workloads from one mode to the other, before the targets of the
// new mode are applied. What it does can be done again, so an apply that ends half-way is resumed
// by the next one.
func HandOver(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	if a.Plan.Text(model.AttrMode) == model.Direct {
		return takeOver(ctx, a, targets)
	}
	return handBack(ctx, a, targets)
}

// takeOver takes the workloads of an operator over: it marks those that stay as its own,
// and deletes the custom resource and whatever else follows from it.
func takeOver(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	if slices.ContainsFunc(targets, a.Prior[0].Same) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, a.Plan.Timeout("delete"))
	defer cancel()
	chain, diags := chain(limited, a)
	if diags.HasError() {
		return diags
	}
	blocked, diags := hold(limited, a, chain, targets)
	if diags.HasError() {
		return diags
	}
	if diags := dryRun(limited, a, targets, blocked); diags.HasError() {
		return diags
	}
	if len(a.Assumed) == 0 && len(chain) > 0 {
		diags.Append(apply.Remove(limited, a.Scope, a.Prior[0], a.Held[a.Prior[0].ID()])...)
	} else {
		diags.Append(orphan(limited, a, chain)...)
	}
	for _, t := range blocked {
		if !diags.HasError() {
			diags.Append(apply.Remove(limited, a.Scope, t.Target, string(t.uid))...)
		}
	}
	return diags
}

// chain returns the custom resource and those between it and its workloads, top down.
func chain(ctx context.Context, a *model.ApplyRun) ([]existing, diag.Diagnostics) {
	old := a.Prior[0]
	links := []model.Target{old}
	for i, between := range between(a.Scope) {
		t := old
		t.Resource = between
		if named := a.Model.Kind.HandOver.Between[i].Name; named != nil {
			t.Applied = t.Applied.DeepCopy()
			t.Applied.SetName(named(old.Applied))
		}
		links = append(links, t)
	}
	return existingOf(ctx, a, links)
}

// hold marks the operator's workloads that can become targets in place, so that they are
// recognised as the provider's own from then on, and returns those that cannot.
func hold(ctx context.Context, a *model.ApplyRun, chain []existing, targets []model.Target) ([]existing, diag.Diagnostics) {
	a.Assumed = map[string]bool{}
	found, diags := existingOf(ctx, a, targets)
	if diags.HasError() {
		return nil, diags
	}
	// One that was interrupted at its end has taken some marks away already.
	ending := slices.ContainsFunc(found, func(s existing) bool { return begun(a.Scope, s.live, a.PriorUID) })
	var blocked []existing
	for _, s := range found {
		applied, err := a.Holds(nil, s.Target, s.live)
		switch {
		case err != nil:
			return nil, a.Failed("read", s.Target, err)
		case !ownedByAny(s.live, chain) && !begun(a.Scope, s.live, a.PriorUID) && (!ending || !applied):
			continue // somebody else's, which the dry run refuses
		case !keepsManaged(s.Target, s.live):
			blocked = append(blocked, s)
			continue
		}
		if err := assume(ctx, a, s.Target, s.live); err != nil {
			return nil, a.Failed("take over", s.Target, err)
		}
		a.Assumed[s.ID()] = true
	}
	return blocked, nil
}

func ownedByAny(live *unstructured.Unstructured, chain []existing) bool {
	return slices.ContainsFunc(live.GetOwnerReferences(), func(owner metav1.OwnerReference) bool {
		return slices.ContainsFunc(chain, func(link existing) bool { return link.uid == owner.UID })
	})
}

// orphan deletes the chain top down without its workloads, and then those of them that nobody goes on with.
func orphan(ctx context.Context, a *model.ApplyRun, chain []existing) diag.Diagnostics {
	owned, err := a.Settings.Client.Dependents(ctx, a.Prior[0].Applied.GetNamespace(), nil, func(live *unstructured.Unstructured) bool {
		return ownedByAny(live, chain) || begun(a.Scope, live, a.PriorUID)
	})
	if err != nil {
		return a.Failed("find the dependents of", a.Prior[0], err)
	}
	var left []model.Target
	for _, one := range owned {
		if t := (model.Target{Resource: one.Resource, Applied: one.Object}); !a.Assumed[t.ID()] {
			left = append(left, t)
		}
	}
	if diags := markRemnants(ctx, a, chain, left); diags.HasError() {
		return diags
	}
	for _, link := range chain {
		namespace, name := link.Applied.GetNamespace(), link.Applied.GetName()
		err := a.Settings.Client.Orphan(ctx, link.Resource, namespace, name, link.uid)
		if err == nil {
			err = a.Settings.Client.WaitGone(ctx, link.Resource, namespace, name, link.uid)
		}
		if err != nil {
			return a.Failed("delete", link.Target, err)
		}
	}
	var diags diag.Diagnostics
	for _, t := range left {
		diags.Append(apply.Remove(ctx, a.Scope, t, string(t.Applied.GetUID()))...)
	}
	return diags
}

// handBack leaves the workloads that the operator takes over, and deletes the others before the operator makes its own.
func handBack(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	limited, cancel := context.WithTimeout(ctx, a.Plan.Timeout("delete"))
	defer cancel()
	for _, t := range slices.Backward(a.Prior) {
		if slices.ContainsFunc(targets, t.Same) || slices.Contains(a.Model.Kind.HandOver.Adopts, t.Resource.GroupVersionKind) {
			continue
		}
		if diags := apply.RemoveOwn(limited, a.Scope, t, a.Held); diags.HasError() {
			return diags
		}
	}
	return nil
}

// LetGo gives up the workloads that the operator takes over, once there is a custom resource to have them: until then
// they are in the state.
func LetGo(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	limited, cancel := context.WithTimeout(ctx, a.Plan.Timeout("delete"))
	defer cancel()
	for _, t := range a.Prior {
		if slices.ContainsFunc(targets, t.Same) || !slices.Contains(a.Model.Kind.HandOver.Adopts, t.Resource.GroupVersionKind) {
			continue
		}
		live, err := a.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
		if cluster.IsNotFound(err) {
			continue
		}
		if err == nil {
			live, err = unlabel(limited, a, t, live)
		}
		if err == nil {
			err = a.Settings.Client.Release(ctx, t.Resource, live, a.Settings.FieldManager)
		}
		if err != nil {
			return a.Failed("release", t, err)
		}
	}
	return nil
}

// unlabel removes from a workload what says that the provider manages it. Its pods keep their labels.
func unlabel(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return a.Settings.Client.Amend(ctx, t.Resource, live, a.Settings.FieldManager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		labels := live.GetLabels()
		if labels[render.LabelManagedBy] != render.ManagedBy {
			return nil, nil
		}
		delete(labels, render.LabelManagedBy)
		released := live.DeepCopy()
		released.SetLabels(labels)
		return released, nil
	})
}

// keepsManaged reports whether a live object can become the target in place: what its pods are
// selected by cannot change.
func keepsManaged(t model.Target, live *unstructured.Unstructured) bool {
	if live.GetDeletionTimestamp() != nil || t.Resource.Kind == "Service" {
		return live.GetDeletionTimestamp() == nil
	}
	before, _, _ := unstructured.NestedFieldNoCopy(live.Object, "spec", "selector")
	after, _, _ := unstructured.NestedFieldNoCopy(t.Applied.Object, "spec", "selector")
	return equality.Semantic.DeepEqual(before, after)
}
