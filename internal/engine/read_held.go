package engine

import (
	"context"
	"errors"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/handover"
)

// found is what a look at the objects of a resource finds.
type found struct {
	// seen are the objects that the resource holds, and held are their UIDs.
	seen []model.Observation
	held model.Held
	// told are the warnings about objects that are not, or not for long.
	told diag.Diagnostics
}

// lookAt gets every target that exists and that the resource holds.
func lookAt(ctx context.Context, r *model.Scope, v model.Values, targets []model.Target, before model.Held) (found, diag.Diagnostics) {
	out := found{held: maps.Clone(before)}
	for _, t := range targets {
		live, err := r.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			continue
		case cluster.IsUnreachable(err):
			return found{}, diag.Diagnostics{diagnostic.NotRefreshed(r.Model.Subject(v), err)}
		case err != nil:
			return found{}, r.Failed("read", t, err)
		}
		if err := sees(r, &out, t, live, before); err != nil {
			return found{}, diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
		}
	}
	return out, nil
}

// sees adds a live object, unless it is another one of the same name.
func sees(r *model.Scope, out *found, t model.Target, live *unstructured.Unstructured, before model.Held) error {
	holds, unheld := r.Holds(before, t, live)
	s, unread := t.Look(live, r.Settings.FieldManager)
	if err := errors.Join(unheld, unread); err != nil {
		return err
	}
	if !holds {
		out.told.Append(diagnostic.Stranger(t.Subject(), model.Managers(live)))
		return nil
	}
	if going := cluster.NotGone(live, nil); !going.DeletionTimestamp.IsZero() {
		out.told.Append(diagnostic.BeingDeleted(t.Subject(), going.DeletionTimestamp, apply.Holders(r, going)))
	}
	out.seen, out.held = append(out.seen, s), out.held.With(t, live)
	return nil
}

// readGone is the state of a resource whose objects are gone: none, unless Secrets of it are left, or a hand-over was
// interrupted. The state is the last thing to go, since nobody else would know of them.
func readGone(ctx context.Context, r *model.Scope, prior model.Values, targets []model.Target, before model.Held, resp *resource.ReadResponse) {
	secrets, diags := leftSecrets(ctx, r, prior, before)
	handed, failed := handover.HalfHandedOver(ctx, r, prior, targets)
	resp.Diagnostics.Append(append(diags, failed...)...)
	if resp.Diagnostics.HasError() {
		return
	}
	subject, set := r.Model.Subject(prior), prior.Attributes
	switch {
	case len(handed) > 0:
		resp.Diagnostics.Append(diagnostic.HandOverInterrupted(subject, subjectsOf(handed)))
	case len(secrets) > 0:
		set[model.AttrUID] = r.Model.Null(model.AttrUID) // which leads to the rest of a hand-over
		resp.Diagnostics.Append(diagnostic.LeftOver(subject, secrets))
	default:
		resp.State.RemoveResource(ctx)
		return
	}
	set[model.AttrManifest], set[model.AttrRendered] = r.Model.Null(model.AttrManifest), model.NoneRendered
	r.Model.SetDiagnosis(set, "")
	r.Model.Observed(set, prior, nil, false)
	resp.State.Raw = r.Model.Value(set)
}

func subjectsOf(targets []model.Target) []string {
	out := make([]string, len(targets))
	for i, t := range targets {
		out[i] = t.Subject()
	}
	return out
}

// leftSecrets are the Secrets of a state that are still there and still its own, or that nobody may look at.
func leftSecrets(ctx context.Context, r *model.Scope, prior model.Values, before model.Held) ([]string, diag.Diagnostics) {
	var (
		left  []string
		diags diag.Diagnostics
	)
	for _, w := range credentials.WrittenSecrets(prior) {
		t := credentials.Target(w)
		live, err := r.Settings.Client.Get(ctx, t.Resource, w.Namespace, w.Name)
		switch {
		case cluster.IsNotFound(err) || err == nil && !credentials.HasSecret(before, t, live, credentials.Owner(r.Model, prior)):
			continue
		case cluster.IsForbidden(err):
			diags.Append(credentials.Unread(r.Settings, t.Subject(), err)...)
		case err != nil:
			return nil, append(diags, r.Failed("read", t, err)...)
		}
		left = append(left, t.Subject())
	}
	return left, diags
}
