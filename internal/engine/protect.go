package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// Root attributes that keep a destruction from doing harm.
const (
	attrDeletionProtection = "deletion_protection"
	attrForceDestroy       = "force_destroy"
)

func protectionAttributes() map[string]rschema.Attribute {
	return map[string]rschema.Attribute{
		attrDeletionProtection: rschema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Refuse to destroy or replace the object, in the plan and in the apply. " +
				"The value of the last apply counts: to destroy the object, apply `false` first. Default: the provider's `deletion_protection`.",
		},
		attrForceDestroy: rschema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Destroy the object even if others still point at it, such as a route or a service that uses it. " +
				"The value of the last apply counts. Default `false`.",
		},
	}
}

// protected refuses what would delete an object that the prior state protects, or the provider block where
// the state says nothing.
func (r *scope) protected(prior values, what string) diag.Diagnostics {
	said := prior.attributes[attrDeletionProtection]
	byDefault := (said.Type() == nil || said.IsNull()) && r.settings != nil && r.settings.DeletionProtection
	if !byDefault && !prior.flag(attrDeletionProtection) {
		return nil
	}
	return diag.Diagnostics{diagnostic.Protected(r.model.subject(prior), what, byDefault)}
}

// planDestroy checks a destruction, and tells what goes with the object as far as the cluster lets anybody look.
func (r *scope) planDestroy(ctx context.Context, change Change) diag.Diagnostics {
	if change.Prior.IsNull() {
		return nil
	}
	prior, err := r.model.read(change.Prior)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading the state", err)}
	}
	if diags := r.protected(prior, "the plan destroys it"); diags.HasError() {
		return diags
	}
	if diags := r.reserveDestroyed(ctx, prior, change.Private); diags.HasError() {
		return diags
	}
	return r.cascadeNotice(ctx, prior, appliedManifests(ctx, change.Private))
}
