package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/stage/controllers"
	"github.com/inferops/terraform-provider-inference/internal/stage/warnings"
)

// resolve turns a plan into the objects to apply: it waits for the API, finds the
// release and fills the attributes that a plan without a cluster left open.
func resolve(ctx context.Context, a *model.ApplyRun) ([]model.Target, diag.Diagnostics) {
	if a.Plan.Text(model.AttrMode) == model.Direct {
		return resolveDirect(ctx, a)
	}
	if a.Settings == nil || a.Settings.Client == nil {
		return nil, diag.Diagnostics{diagnostic.NoCluster(a.Model.Subject(a.Plan), a.Unavailable())}
	}
	if diags := apply.AwaitAPI(ctx, a.Scope, a.Plan, a.Resources()...); diags.HasError() {
		return nil, diags
	}
	var known []object.Release
	if len(a.Prior) > 0 && !a.HandsOver {
		known = append(known, a.Prior[0].Release)
	}
	release, diags := a.ServedRelease(ctx, a.Model.Subject(a.Plan), known...)
	if diags.HasError() {
		return nil, diags
	}
	release = a.Stay(release)
	found := model.Findings{Errs: a.Model.CheckRelease(a.Plan, a.Model.Candidates(release.Name))}
	if rules := a.Model.CheckRules(a.Plan, model.Operator, release.Name); len(rules.Errs) > 0 {
		found.Errs = append(found.Errs, rules.Errs...)
	}
	if len(found.Errs) > 0 {
		return nil, append(diags, a.Model.Diagnose(found, a.Plan)...)
	}
	if err := a.Model.Describe(a.Plan.Attributes, a.Plan, release.Name); err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	a.Plan.Attributes[model.AttrAPIRelease] = model.StringValue(release.Name)
	warnings.FillWarnings(a, release.Name, nil)
	return a.Plan.Ignoring([]model.Target{a.Model.CustomResource(a.Plan, release)}), diags
}

// resolveDirect renders, which the plan may have had to leave for want of known values.
func resolveDirect(ctx context.Context, a *model.ApplyRun) ([]model.Target, diag.Diagnostics) {
	set := a.Plan.Attributes
	out, errs := a.Model.Render(a.Plan, a.Images)
	if len(errs) > 0 {
		return nil, a.Model.Diagnose(model.Findings{Errs: errs}, a.Plan)
	}
	text, err := a.Plan.Definition()
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	set[model.AttrManifest] = model.StringValue(text)
	model.ShowServing(set, out.Output)
	set[model.AttrAPIRelease], set[model.AttrUID] = tftypes.NewValue(tftypes.String, nil), tftypes.NewValue(tftypes.String, nil)
	manifests, err := model.PrintManifests(out.Objects)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Printing a manifest", err)}
	}
	if set[model.AttrRendered], err = model.RenderedValue(manifests); err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	set[model.AttrImages] = model.ImagesValue(out.Images)
	warnings.FillWarnings(a, a.Model.Kind.Newest().Name, out.Warnings)
	targets, err := a.Model.Workloads(manifests)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	if len(targets) == 0 {
		return nil, nil
	}
	if a.Settings == nil || a.Settings.Client == nil {
		return nil, diag.Diagnostics{diagnostic.NoCluster(a.Model.Subject(a.Plan), a.Unavailable())}
	}
	if diags := controllers.CheckControllers(ctx, a, targets); diags.HasError() {
		return nil, diags
	}
	return a.Plan.Ignoring(targets), awaitWorkloadAPIs(ctx, a, targets)
}

// awaitWorkloadAPIs waits for the types that Kubernetes itself does not have.
func awaitWorkloadAPIs(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	for _, t := range targets {
		if !t.Resource.Custom() {
			continue
		}
		if diags := apply.AwaitAPI(ctx, a.Scope, a.Plan, t.Resource); diags.HasError() {
			return diags
		}
	}
	return nil
}
