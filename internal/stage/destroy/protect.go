package destroy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/ownership"
)

// Protected refuses what would delete an object that the prior state protects, or the provider block where
// the state says nothing.
func Protected(r *model.Scope, prior model.Values, what string) diag.Diagnostics {
	said := prior.Attributes[model.AttrDeletionProtection]
	byDefault := (said.Type() == nil || said.IsNull()) && r.Settings != nil && r.Settings.DeletionProtection
	if !byDefault && !prior.Flag(model.AttrDeletionProtection) {
		return nil
	}
	return diag.Diagnostics{diagnostic.Protected(r.Model.Subject(prior), what, byDefault)}
}

// PlanDestroy checks a destruction, and tells what goes with the object as far as the cluster lets anybody look.
func PlanDestroy(ctx context.Context, r *model.Scope, change model.Change) diag.Diagnostics {
	if change.Prior.IsNull() {
		return nil
	}
	prior, err := r.Model.Read(change.Prior)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading the state", err)}
	}
	if diags := Protected(r, prior, "the plan destroys it"); diags.HasError() {
		return diags
	}
	if diags := ownership.ReserveDestroyed(ctx, r, prior, change.Private); diags.HasError() {
		return diags
	}
	return cascadeNotice(ctx, r, prior, model.AppliedManifests(ctx, change.Private))
}
