package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// Update implements [resource.Resource].
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, err := r.Model.Read(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return
	}
	state, err := r.Model.Read(req.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the state", err))
		return
	}
	prior, damage := r.Model.Targets(state, model.AppliedManifests(ctx, req.Private))
	if damage != nil {
		resp.Diagnostics.Append(r.Damaged(state, damage))
		return
	}
	resp.Diagnostics.Append(model.SetIdentity(ctx, resp.Identity, plan)...)
	a := &model.ApplyRun{
		Scope: r.Scope, Plan: plan, Prior: prior, Images: state.Images(), Planned: plan.Restored(state), Private: resp.Private,
		Configured: model.Children(req.Config.Raw)[model.AttrCredentials], AppliedDigests: credentials.AppliedDigests(ctx, req.Private), PriorSecrets: credentials.WrittenSecrets(state),
		Adopting: apply.Adopting(ctx, req.Private), Held: model.HeldBy(ctx, state, prior, req.Private),
		HandsOver: state.Text(model.AttrMode) != plan.Text(model.AttrMode),
		PriorUID:  state.Text(model.AttrUID), KeepsPods: wait.KeepsPods(r.Model, state, plan), Waiting: model.IsWaiting(ctx, req.Private),
		Save: func(v tftypes.Value) { resp.State.Raw = v },
	}
	resp.Diagnostics.Append(wait.KeepGroups(ctx, resp.Private, nil)...)
	resp.Diagnostics.Append(run(ctx, a, "update")...)
}
