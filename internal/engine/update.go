package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// Update implements [resource.Resource].
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, err := r.model.read(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return
	}
	state, err := r.model.read(req.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the state", err))
		return
	}
	prior, damage := r.model.targets(state, appliedManifests(ctx, req.Private))
	if damage != nil {
		resp.Diagnostics.Append(r.damaged(state, damage))
		return
	}
	resp.Diagnostics.Append(setIdentity(ctx, resp.Identity, plan)...)
	a := &applyRun{
		scope: r.scope, plan: plan, prior: prior, images: state.images(), planned: plan.restored(state), private: resp.Private,
		configured: children(req.Config.Raw)[attrCredentials], appliedDigests: appliedDigests(ctx, req.Private), priorSecrets: state.writtenSecrets(),
		adopting: adopting(ctx, req.Private), held: heldBy(ctx, state, prior, req.Private),
		handsOver: state.text(attrMode) != plan.text(attrMode),
		priorUID:  state.text(attrUID), keepsPods: r.model.keepsPods(state, plan), waiting: isWaiting(ctx, req.Private),
		save: func(v tftypes.Value) { resp.State.Raw = v },
	}
	resp.Diagnostics.Append(keepGroups(ctx, resp.Private, nil)...)
	resp.Diagnostics.Append(a.run(ctx, "update")...)
}

// prune deletes what an update no longer applies.
func (a *applyRun) prune(ctx context.Context, targets []target) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, old := range slices.Backward(a.prior) {
		if slices.ContainsFunc(targets, func(t target) bool { return t.id() == old.id() }) {
			continue
		}
		if a.plan.text(attrMode) == Direct {
			diags.Append(a.removeOwn(ctx, old, a.held)...)
			continue
		}
		diags.Append(a.remove(ctx, old, a.held[old.id()])...)
	}
	return diags
}
