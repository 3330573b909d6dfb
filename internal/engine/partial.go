package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// partly ends a creation of which an object was refused after others had been made. By default that is a warning, as
// what ends a wait is: with an error Terraform would destroy what was made, which may have begun to load weights. The
// state has all that was planned, so that the next plan finds what is missing and makes it.
func (a *applying) partly(ctx context.Context, seen []sighting, refused diag.Diagnostics) diag.Diagnostics {
	if a.plan.failsOnTimeout() {
		return append(refused, a.saveApplied(seen, false)...)
	}
	var diags diag.Diagnostics
	for _, d := range refused {
		if d.Severity() == diag.SeverityError {
			d = diagnostic.Incomplete(d)
			a.diagnosis = d.Detail()
		}
		diags.Append(d)
	}
	manifests := a.plan.attributes[attrManifests]
	diags.Append(a.saveApplied(seen, false)...)
	a.plan.attributes[attrManifests] = manifests
	a.save(a.shape.value(a.plan.attributes))
	diags.Append(setAppliedManifests(ctx, a.private, a.plan.elements(attrManifests))...)
	diags.Append(setWaiting(ctx, a.private, a.plan.waitsForReady())...)
	return diags
}
