package engine

import (
	"context"
	"errors"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// found is what a look at the objects of a resource finds.
type found struct {
	// seen are the objects that the resource holds, and held are their UIDs.
	seen []observation
	held held
	// told are the warnings about objects that are not, or not for long.
	told diag.Diagnostics
}

// lookAt gets every target that exists and that the resource holds.
func (r *scope) lookAt(ctx context.Context, v values, targets []target, before held) (found, diag.Diagnostics) {
	out := found{held: maps.Clone(before)}
	for _, t := range targets {
		live, err := r.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			continue
		case cluster.IsUnreachable(err):
			return found{}, diag.Diagnostics{diagnostic.NotRefreshed(r.model.subject(v), err)}
		case err != nil:
			return found{}, r.failed("read", t, err)
		}
		if err := r.sees(&out, t, live, before); err != nil {
			return found{}, diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
		}
	}
	return out, nil
}

// sees adds a live object, unless it is another one of the same name.
func (r *scope) sees(out *found, t target, live *unstructured.Unstructured, before held) error {
	holds, unheld := r.holds(before, t, live)
	s, unread := t.look(live, r.settings.FieldManager)
	if err := errors.Join(unheld, unread); err != nil {
		return err
	}
	if !holds {
		out.told.Append(diagnostic.Stranger(t.subject(), managers(live)))
		return nil
	}
	if going := cluster.NotGone(live, nil); !going.DeletionTimestamp.IsZero() {
		out.told.Append(diagnostic.BeingDeleted(t.subject(), going.DeletionTimestamp, r.holders(going)))
	}
	out.seen, out.held = append(out.seen, s), out.held.with(t, live)
	return nil
}

// readGone is the state of a resource whose objects are gone: none, unless Secrets of it are left, or a hand-over was
// interrupted. The state is the last thing to go, since nobody else would know of them.
func (r *scope) readGone(ctx context.Context, prior values, targets []target, before held, resp *resource.ReadResponse) {
	secrets, diags := r.leftSecrets(ctx, prior, before)
	handed, failed := r.halfHandedOver(ctx, prior, targets)
	resp.Diagnostics.Append(append(diags, failed...)...)
	if resp.Diagnostics.HasError() {
		return
	}
	subject, set := r.model.subject(prior), prior.attributes
	switch {
	case len(handed) > 0:
		resp.Diagnostics.Append(diagnostic.HandOverInterrupted(subject, subjectsOf(handed)))
	case len(secrets) > 0:
		set[attrUID] = r.model.null(attrUID) // which leads to the rest of a hand-over
		resp.Diagnostics.Append(diagnostic.LeftOver(subject, secrets))
	default:
		resp.State.RemoveResource(ctx)
		return
	}
	set[attrManifest], set[attrRendered] = r.model.null(attrManifest), noneRendered
	r.model.setDiagnosis(set, "")
	r.model.observed(set, prior, nil, false)
	resp.State.Raw = r.model.value(set)
}

func subjectsOf(targets []target) []string {
	out := make([]string, len(targets))
	for i, t := range targets {
		out[i] = t.subject()
	}
	return out
}

// leftSecrets are the Secrets of a state that are still there and still its own, or that nobody may look at.
func (r *scope) leftSecrets(ctx context.Context, prior values, before held) ([]string, diag.Diagnostics) {
	var (
		left  []string
		diags diag.Diagnostics
	)
	for _, w := range prior.writtenSecrets() {
		t := w.target()
		live, err := r.settings.Client.Get(ctx, t.resource, w.namespace, w.name)
		switch {
		case cluster.IsNotFound(err) || err == nil && !before.hasSecret(t, live, r.model.owner(prior)):
			continue
		case cluster.IsForbidden(err):
			diags.Append(r.settings.unread(t.subject(), err)...)
		case err != nil:
			return nil, append(diags, r.failed("read", t, err)...)
		}
		left = append(left, t.subject())
	}
	return left, diags
}
