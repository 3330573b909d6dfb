package handover

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
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

// existing is a target that exists.
type existing struct {
	model.Target
	uid  types.UID
	live *unstructured.Unstructured
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
			continue // somebody else's, which the dryRunOfPlan refuses
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

// Label is as much of a target as shows whose it is.
func Label(t model.Target) *unstructured.Unstructured {
	out := &unstructured.Unstructured{}
	out.SetGroupVersionKind(t.Resource.GroupVersionKind)
	out.SetNamespace(t.Applied.GetNamespace())
	out.SetName(t.Applied.GetName())
	out.SetLabels(t.Applied.GetLabels())
	return out
}
