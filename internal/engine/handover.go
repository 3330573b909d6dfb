package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// handOver passes the workloads from one mode to the other, before the targets of the
// new mode are applied. What it does can be done again, so an apply that ends half-way is resumed
// by the next one.
func (a *applyRun) handOver(ctx context.Context, targets []target) diag.Diagnostics {
	if a.plan.text(attrMode) == Direct {
		return a.takeOver(ctx, targets)
	}
	return a.handBack(ctx, targets)
}

// takeOver takes the workloads of an operator over: it marks those that stay as its own,
// and deletes the custom resource and whatever else follows from it.
func (a *applyRun) takeOver(ctx context.Context, targets []target) diag.Diagnostics {
	if slices.ContainsFunc(targets, a.prior[0].same) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, a.plan.timeout("delete"))
	defer cancel()
	chain, diags := a.chain(limited)
	if diags.HasError() {
		return diags
	}
	blocked, diags := a.hold(limited, chain, targets)
	if diags.HasError() {
		return diags
	}
	if diags := a.dryRun(limited, targets, blocked); diags.HasError() {
		return diags
	}
	if len(a.assumed) == 0 && len(chain) > 0 {
		diags.Append(a.remove(limited, a.prior[0], a.held[a.prior[0].id()])...)
	} else {
		diags.Append(a.orphan(limited, chain)...)
	}
	for _, t := range blocked {
		if !diags.HasError() {
			diags.Append(a.remove(limited, t.target, string(t.uid))...)
		}
	}
	return diags
}

// existing is a target that exists.
type existing struct {
	target
	uid  types.UID
	live *unstructured.Unstructured
}

// chain returns the custom resource and those between it and its workloads, top down.
func (a *applyRun) chain(ctx context.Context) ([]existing, diag.Diagnostics) {
	old := a.prior[0]
	links := []target{old}
	for _, between := range a.between() {
		t := old
		t.resource = between
		links = append(links, t)
	}
	return a.existing(ctx, links)
}

// hold marks the operator's workloads that can become targets in place, so that they are
// recognised as the provider's own from then on, and returns those that cannot.
func (a *applyRun) hold(ctx context.Context, chain []existing, targets []target) ([]existing, diag.Diagnostics) {
	a.assumed = map[string]bool{}
	found, diags := a.existing(ctx, targets)
	if diags.HasError() {
		return nil, diags
	}
	// One that was interrupted at its end has taken some marks away already.
	ending := slices.ContainsFunc(found, func(s existing) bool { return a.begun(s.live, a.priorUID) })
	var blocked []existing
	for _, s := range found {
		applied, err := a.holds(nil, s.target, s.live)
		switch {
		case err != nil:
			return nil, a.failed("read", s.target, err)
		case !ownedByAny(s.live, chain) && !a.begun(s.live, a.priorUID) && (!ending || !applied):
			continue // somebody else's, which the dryRunOfPlan refuses
		case !s.keeps(s.live):
			blocked = append(blocked, s)
			continue
		}
		if err := a.assume(ctx, s.target, s.live); err != nil {
			return nil, a.failed("take over", s.target, err)
		}
		a.assumed[s.id()] = true
	}
	return blocked, nil
}

// existing returns those of the targets that exist.
func (a *applyRun) existing(ctx context.Context, targets []target) ([]existing, diag.Diagnostics) {
	var out []existing
	for _, t := range targets {
		live, err := a.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			continue
		case err != nil:
			return nil, a.failed("read", t, err)
		}
		out = append(out, existing{t, live.GetUID(), live})
	}
	return out, nil
}

// assume makes a workload of an operator the provider's own. What the operator wrote counts as
// applied, so that the apply of the target removes what of it is not rendered, such as a volume. The mark
// of a creation stays until the state knows of it.
func (a *applyRun) assume(ctx context.Context, t target, live *unstructured.Unstructured) error {
	if begun, under := object.UnderWay(live, a.settings.FieldManager); under && (a.mark.Continues(begun) || begun.HandsOver(a.priorUID)) {
		return a.settings.Client.RenameManager(ctx, t.resource, live, begun.Manager(a.settings.FieldManager), a.mark.Manager(a.settings.FieldManager))
	}
	operators, err := a.model.operators(live)
	if err != nil {
		return err
	}
	assumed, err := a.settings.Client.Assume(ctx, t.resource, live, a.mark.Manager(a.settings.FieldManager), operators)
	if assumed || err != nil {
		return err
	}
	_, err = a.settings.Client.Apply(ctx, t.resource, t.label(), a.creating(cluster.ApplyOptions{Force: true}))
	return err
}

// operators are the field managers by which the operator writes a workload: those that its release has, and those that made the
// custom resource its owner, for a manager is named after a binary, which a distribution may name as it likes.
func (s *resourceModel) operators(live *unstructured.Unstructured) ([]string, error) {
	setters, err := object.SetBy(live, s.owners()...)
	return append(setters, s.kind.Controllers...), err
}

// owners are the kinds of the custom resources from which workloads of the operator follow.
func (s *resourceModel) owners() []schema.GroupVersionKind {
	owners := []schema.GroupVersionKind{s.resource(object.Release{}).GroupVersionKind}
	for _, d := range s.kind.Releases {
		owners = append(owners, s.resource(d).GroupVersionKind)
	}
	for _, between := range s.kind.HandOver.Between {
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
func (a *applyRun) orphan(ctx context.Context, chain []existing) diag.Diagnostics {
	owned, err := a.settings.Client.Dependents(ctx, a.prior[0].applied.GetNamespace(), nil, func(live *unstructured.Unstructured) bool {
		return ownedByAny(live, chain) || a.begun(live, a.priorUID)
	})
	if err != nil {
		return a.failed("find the dependents of", a.prior[0], err)
	}
	var left []target
	for _, one := range owned {
		if t := (target{resource: one.Resource, applied: one.Object}); !a.assumed[t.id()] {
			left = append(left, t)
		}
	}
	if diags := a.markRemnants(ctx, chain, left); diags.HasError() {
		return diags
	}
	for _, link := range chain {
		namespace, name := link.applied.GetNamespace(), link.applied.GetName()
		err := a.settings.Client.Orphan(ctx, link.resource, namespace, name, link.uid)
		if err == nil {
			err = a.settings.Client.WaitGone(ctx, link.resource, namespace, name, link.uid)
		}
		if err != nil {
			return a.failed("delete", link.target, err)
		}
	}
	var diags diag.Diagnostics
	for _, t := range left {
		diags.Append(a.remove(ctx, t, string(t.applied.GetUID()))...)
	}
	return diags
}

// handBack leaves the workloads that the operator takes over, and deletes the others before the operator makes its own.
func (a *applyRun) handBack(ctx context.Context, targets []target) diag.Diagnostics {
	limited, cancel := context.WithTimeout(ctx, a.plan.timeout("delete"))
	defer cancel()
	for _, t := range slices.Backward(a.prior) {
		if slices.ContainsFunc(targets, t.same) || slices.Contains(a.model.kind.HandOver.Adopts, t.resource.GroupVersionKind) {
			continue
		}
		if diags := a.removeOwn(limited, t, a.held); diags.HasError() {
			return diags
		}
	}
	return nil
}

// letGo gives up the workloads that the operator takes over, once there is a custom resource to have them: until then
// they are in the state.
func (a *applyRun) letGo(ctx context.Context, targets []target) diag.Diagnostics {
	limited, cancel := context.WithTimeout(ctx, a.plan.timeout("delete"))
	defer cancel()
	for _, t := range a.prior {
		if slices.ContainsFunc(targets, t.same) || !slices.Contains(a.model.kind.HandOver.Adopts, t.resource.GroupVersionKind) {
			continue
		}
		live, err := a.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		if cluster.IsNotFound(err) {
			continue
		}
		if err == nil {
			live, err = a.unlabel(limited, t, live)
		}
		if err == nil {
			err = a.settings.Client.Release(ctx, t.resource, live, a.settings.FieldManager)
		}
		if err != nil {
			return a.failed("release", t, err)
		}
	}
	return nil
}

// unlabel removes from a workload what says that the provider manages it. Its pods keep their labels.
func (a *applyRun) unlabel(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return a.settings.Client.Amend(ctx, t.resource, live, a.settings.FieldManager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
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

// same reports whether two targets are one object in the cluster.
func (t target) same(other target) bool {
	return t.resource == other.resource && t.applied.GetNamespace() == other.applied.GetNamespace() && t.applied.GetName() == other.applied.GetName()
}

// keeps reports whether a live object can become the target in place: what its pods are
// selected by cannot change.
func (t target) keeps(live *unstructured.Unstructured) bool {
	if live.GetDeletionTimestamp() != nil || t.resource.Kind == "Service" {
		return live.GetDeletionTimestamp() == nil
	}
	before, _, _ := unstructured.NestedFieldNoCopy(live.Object, "spec", "selector")
	after, _, _ := unstructured.NestedFieldNoCopy(t.applied.Object, "spec", "selector")
	return equality.Semantic.DeepEqual(before, after)
}

// label is as much of a target as shows whose it is.
func (t target) label() *unstructured.Unstructured {
	out := &unstructured.Unstructured{}
	out.SetGroupVersionKind(t.resource.GroupVersionKind)
	out.SetNamespace(t.applied.GetNamespace())
	out.SetName(t.applied.GetName())
	out.SetLabels(t.applied.GetLabels())
	return out
}
