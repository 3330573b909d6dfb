package forecast

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/model"
)

// Check makes the checks of a planned creation or update that the provider block asks for. Unless it says otherwise, they ask
// nobody: neither the cluster nor a hub of models. They say nothing while a value that the objects need is not known, and of a
// replacement about its second half, which Terraform plans as a creation.
func Check(ctx context.Context, p *model.Planner, private model.PrivateState, replaces path.Paths) diag.Diagnostics {
	if len(replaces) > 0 || !changes(p) {
		return nil
	}
	var diags diag.Diagnostics
	if p.Settings.PlanChecks.Server {
		diags.Append(dryRun(ctx, p, private)...)
		diags.Append(checkSelection(ctx, p)...)
	}
	if p.Settings.PlanChecks.Capacity == CapacityWarn || p.Settings.PlanChecks.Capacity == CapacityError {
		diags.Append(checkCapacity(ctx, p)...)
	}
	diags.Append(checkModels(ctx, p, p.Settings.PlanChecks.Models)...)
	return diags
}

// Asks reports whether there is something to ask the cluster or a hub about.
func Asks(p *model.Planner) bool {
	if !changes(p) {
		return false
	}
	c := p.Settings.PlanChecks
	return c.Server || c.Capacity == CapacityWarn || c.Capacity == CapacityError || c.Models == ModelWarn || c.Models == ModelError
}

// changes reports whether there is something to check, and everything that it takes is known.
func changes(p *model.Planner) bool {
	if p.Settings == nil || p.Settings.PlanChecks == nil || p.Mode == "" || len(p.Plan.Unknown) > 0 {
		return false
	}
	return p.Prior == nil || p.Touches() || p.HandsOver()
}
