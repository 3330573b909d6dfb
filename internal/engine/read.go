package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/drift"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// Read implements [resource.Resource]: the state becomes the live objects at the paths
// that were applied. An object counts as gone only when the API server says so.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	if !req.State.Raw.IsKnown() { // of an import that was deferred
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
		return
	}
	prior, err := r.Model.Read(req.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the state", err))
		return
	}
	resp.Diagnostics.Append(model.SetIdentity(ctx, resp.Identity, prior)...)
	switch {
	case imported(prior) && r.Model.Kind.Kept != nil:
		if prior = readKept(ctx, r.Scope, prior, resp); resp.Diagnostics.HasError() {
			return
		}
	case imported(prior):
		readImport(ctx, r.Scope, prior, moved(ctx, req.Private), resp)
		return
	}
	targets, damage := r.Model.Targets(prior, model.AppliedManifests(ctx, req.Private))
	if damage != nil {
		resp.Diagnostics.Append(r.Damaged(prior, damage))
		return
	}
	if r.Settings == nil || r.Settings.Client == nil {
		resp.Diagnostics.Append(notAsked(r.Scope, prior)...)
		return
	}
	before := model.HeldBy(ctx, prior, targets, req.Private)
	found, diags := lookAt(ctx, r.Scope, prior, targets, before)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() || diags.WarningsCount() > 0 {
		return
	}
	seen := found.seen
	resp.Diagnostics.Append(found.told...)
	if len(targets) > 0 && len(seen) == 0 {
		readGone(ctx, r.Scope, prior, targets, before, resp)
		return
	}
	if !maps.Equal(before, found.held) || model.InstanceOf(ctx, req.Private) == "" {
		resp.Diagnostics.Append(found.held.Keep(ctx, resp.Private)...)
	}
	r.Model.SetDiagnosis(prior.Attributes, wait.ExplainOnce(ctx, r.Scope, prior, seen))
	if model.IsWaiting(ctx, req.Private) && wait.Cancelled(ctx, r.Scope, prior, seen) {
		resp.Diagnostics.Append(model.SetWaiting(ctx, resp.Private, false)...)
	}
	wait.ReadLog(ctx, r.Scope, prior, seen)
	secrets, diags := credentials.LookAtSecrets(ctx, r.Scope, prior, req.Private)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	state, err := refreshed(r.Model, prior, targets, seen, secrets)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the state", err))
		return
	}
	resp.State.Raw = state
	resp.Diagnostics.Append(wait.KeepGroups(ctx, resp.Private, wait.LookAtGroups(ctx, r.Scope, prior, seen))...)
	drift.Keep(r.Settings.UnreportedDrift, drift.Key(r.Scope, prior), slices.Concat(seen, secrets))
}

// notAsked explains why the live object was not looked at; a provider block that is not
// known yet needs no explanation.
func notAsked(r *model.Scope, v model.Values) diag.Diagnostics {
	if r.Settings == nil || r.Settings.Unknown || r.Settings.Unavailable == nil {
		return nil
	}
	return diag.Diagnostics{diagnostic.NotRefreshed(r.Model.Subject(v), r.Settings.Unavailable)}
}

// refreshed is the prior state with what was seen.
func refreshed(s *model.ResourceModel, prior model.Values, targets []model.Target, seen, secrets []model.Observation) (tftypes.Value, error) {
	set := prior.Attributes
	if prior.Text(model.AttrMode) == model.Direct {
		rendered, err := model.RenderedOf(seen)
		if err != nil {
			return tftypes.Value{}, err
		}
		set[model.AttrRendered] = rendered
	} else if err := adoptObject(s, set, seen[0].Projected); err != nil {
		return tftypes.Value{}, err
	}
	s.Observed(set, prior, slices.Concat(seen, secrets), len(seen) == len(targets))
	return s.Value(set), nil
}
