package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/destroy"
	"github.com/inferops/terraform-provider-inference/internal/stage/handover"
)

// Delete implements [resource.Resource]: it deletes the objects in the reverse order of
// their creation and waits until they are gone. It needs no more than the state.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state, err := r.Model.Read(req.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the state", err))
		return
	}
	if resp.Diagnostics.Append(destroy.Protected(r.Scope, state, "the apply deletes it")...); resp.Diagnostics.HasError() {
		return
	}
	targets, damage := r.Model.Targets(state, nil)
	if damage != nil {
		resp.Diagnostics.Append(r.Damaged(state, damage))
		return
	}
	secrets, held := credentials.WrittenSecrets(state), model.HeldBy(ctx, state, targets, req.Private)
	unasked := r.Settings == nil || r.Settings.Client == nil
	if len(targets) == 0 && len(secrets) == 0 && (unasked || r.Model.Kind.Render == nil) {
		return
	}
	if unasked {
		resp.Diagnostics.Append(diagnostic.NoCluster(r.Model.Subject(state), r.Unavailable()))
		return
	}
	limited, cancel := context.WithTimeout(ctx, state.Timeout("delete"))
	defer cancel()
	if len(targets) > 0 && !model.IsReplaced(ctx, req.Private) {
		alone, refused := destroy.Refuse(limited, r.Scope, state, targets)
		if resp.Diagnostics.Append(refused...); refused.HasError() {
			return
		}
		targets[0].Leaf = alone
	}
	// Before the workloads, which an operator would make again.
	resp.Diagnostics.Append(handover.RemoveRemnants(limited, r.Scope, state, targets)...)
	for _, t := range slices.Backward(targets) {
		if state.Text(model.AttrMode) == model.Direct {
			resp.Diagnostics.Append(apply.RemoveOwn(limited, r.Scope, t, held)...)
			continue
		}
		resp.Diagnostics.Append(apply.Remove(limited, r.Scope, t, held[t.ID()])...)
	}
	for _, w := range secrets {
		resp.Diagnostics.Append(credentials.RemoveSecret(limited, r.Scope, w, credentials.Owner(r.Model, state), held)...)
	}
}
