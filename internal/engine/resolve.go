package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// resolve turns a plan into the objects to apply: it waits for the API, finds the
// release and fills the attributes that a plan without a cluster left open.
func (a *applyRun) resolve(ctx context.Context) ([]target, diag.Diagnostics) {
	if a.plan.text(attrMode) == Direct {
		return a.resolveDirect(ctx)
	}
	if a.settings == nil || a.settings.Client == nil {
		return nil, diag.Diagnostics{diagnostic.NoCluster(a.model.subject(a.plan), a.unavailable())}
	}
	if diags := a.awaitAPI(ctx, a.plan, a.resources()...); diags.HasError() {
		return nil, diags
	}
	var known []object.Release
	if len(a.prior) > 0 && !a.handsOver {
		known = append(known, a.prior[0].release)
	}
	release, diags := a.servedRelease(ctx, a.model.subject(a.plan), known...)
	if diags.HasError() {
		return nil, diags
	}
	release = a.stay(release)
	found := findings{errs: a.model.checkRelease(a.plan, a.model.candidates(release.Name))}
	if rules := a.model.checkRules(a.plan, Operator, release.Name); len(rules.errs) > 0 {
		found.errs = append(found.errs, rules.errs...)
	}
	if len(found.errs) > 0 {
		return nil, a.model.diagnose(found, a.plan)
	}
	if err := a.model.describe(a.plan.attributes, a.plan, release.Name); err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	a.plan.attributes[attrAPIRelease] = stringValue(release.Name)
	a.fillWarnings(release.Name, nil)
	return a.plan.ignoring([]target{a.model.customResource(a.plan, release)}), nil
}

// stay keeps an object under the name that it has in the API: a release with another
// group or kind is another object, which only a pin asks for, and a pin replaces.
func (a *applyRun) stay(served object.Release) object.Release {
	if len(a.prior) == 0 || a.handsOver || a.prior[0].resource == a.model.resource(served) {
		return served
	}
	return a.prior[0].release
}

// resolveDirect renders, which the plan may have had to leave for want of known values.
func (a *applyRun) resolveDirect(ctx context.Context) ([]target, diag.Diagnostics) {
	set := a.plan.attributes
	out, errs := a.model.render(a.plan, a.images)
	if len(errs) > 0 {
		return nil, a.model.diagnose(findings{errs: errs}, a.plan)
	}
	text, err := a.plan.definition()
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	set[attrManifest], set[attrEndpoint] = stringValue(text), orNull(out.Endpoint)
	set[attrAPIRelease], set[attrUID] = tftypes.NewValue(tftypes.String, nil), tftypes.NewValue(tftypes.String, nil)
	manifests, err := printManifests(out.Objects)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Printing a manifest", err)}
	}
	if set[attrRendered], err = renderedValue(manifests); err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	set[attrImages] = imagesValue(out.images)
	a.fillWarnings(a.model.kind.Newest().Name, out.Warnings)
	targets, err := a.model.workloads(manifests)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	if len(targets) == 0 {
		return nil, nil
	}
	if a.settings == nil || a.settings.Client == nil {
		return nil, diag.Diagnostics{diagnostic.NoCluster(a.model.subject(a.plan), a.unavailable())}
	}
	if diags := a.checkControllers(ctx, targets); diags.HasError() {
		return nil, diags
	}
	return a.plan.ignoring(targets), a.awaitWorkloadAPIs(ctx, targets)
}

// awaitWorkloadAPIs waits for the types that Kubernetes itself does not have.
func (a *applyRun) awaitWorkloadAPIs(ctx context.Context, targets []target) diag.Diagnostics {
	for _, t := range targets {
		if !t.resource.Custom() {
			continue
		}
		if diags := a.awaitAPI(ctx, a.plan, t.resource); diags.HasError() {
			return diags
		}
	}
	return nil
}
