package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/forecast"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/destroy"
	"github.com/inferops/terraform-provider-inference/internal/stage/drift"
	"github.com/inferops/terraform-provider-inference/internal/stage/handover"
	"github.com/inferops/terraform-provider-inference/internal/stage/operate"
	"github.com/inferops/terraform-provider-inference/internal/stage/ownership"
	"github.com/inferops/terraform-provider-inference/internal/stage/warnings"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// ModifyPlan implements [resource.ResourceWithModifyPlan].
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	planned := r.Plan(ctx, model.Change{Config: req.Config.Raw, Prior: req.State.Raw, Proposed: req.Plan.Raw, Private: req.Private})
	resp.Plan.Raw = planned.Plan
	resp.RequiresReplace = append(resp.RequiresReplace, planned.Replaces...)
	resp.Diagnostics.Append(planned.Diagnostics...)
}

// Plan plans a change. It makes no request, unless the change hands workloads over, takes a type that Kubernetes does not
// have or destroys the object, or the provider block asks for it: whatever can be said is said from configuration, prior
// state and provider block.
func (r *Resource) Plan(ctx context.Context, change model.Change) Planned {
	planned := Planned{Plan: change.Proposed}
	if change.Proposed.IsNull() {
		planned.Diagnostics = destroy.PlanDestroy(ctx, r.Scope, change)
		return planned
	}
	p, err := newPlanner(ctx, r.Scope, change)
	if err != nil {
		planned.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return planned
	}
	planned.Diagnostics.Append(drift.Notice(p)...)
	planned.Diagnostics.Append(check(p)...)
	planned.Diagnostics.Append(drift.CheckIgnored(p)...)
	if planned.Diagnostics.HasError() {
		return planned
	}
	planned.Diagnostics.Append(computed(p)...)
	planned.Diagnostics.Append(wait.CheckAnswers(p)...)
	wait.PlanDiagnosis(p)
	planned.Diagnostics.Append(drift.IgnoredNotice(p)...)
	planned.Diagnostics.Append(apply.PruneNotice(p)...)
	planned.Diagnostics.Append(apply.AdoptionNotice(p)...)
	planned.Diagnostics.Append(leftoverNotice(p)...)
	replaces, diags := replaces(p)
	planned.Replaces = replaces
	planned.Diagnostics.Append(diags...)
	if len(replaces) > 0 {
		planned.Diagnostics.Append(destroy.Protected(r.Scope, *p.Prior, "the plan replaces it")...)
	}
	planned.Diagnostics.Append(ownership.Claims(ctx, p, change.Private, replaces)...)
	planned.Diagnostics.Append(forecast.Forecast(ctx, p, change.Private, replaces, len(diags) > 0)...)
	if p.HandsOver() && p.Model.Kind.Render != nil && len(replaces) == 0 {
		planned.Diagnostics.Append(handover.Notice(ctx, p)...)
	}
	planned.Diagnostics.Append(forecast.LookForAPIs(ctx, p)...)
	asked := forecast.Check(ctx, p, change.Private, replaces)
	planned.Diagnostics.Append(asked...)
	warnings.PlanWarnings(p, asked)
	planned.Diagnostics.Append(r.Newer()...)
	planned.Plan = r.Model.Value(p.Plan.Attributes)
	return planned
}

func newPlanner(ctx context.Context, r *model.Scope, change model.Change) (*model.Planner, error) {
	p := &model.Planner{Scope: r, Config: change.Config, RenderedValue: model.NoneRendered}
	if !change.Prior.IsNull() {
		prior, err := r.Model.Read(change.Prior)
		if err != nil {
			return nil, err
		}
		p.Prior = &prior
		p.Waiting, p.Adopting = model.IsWaiting(ctx, change.Private), apply.Adopting(ctx, change.Private)
		p.AppliedDigests, p.Groups = credentials.AppliedDigests(ctx, change.Private), wait.GroupsSeen(ctx, change.Private)
	}
	attributes := model.Children(change.Proposed)
	defaults(p, attributes)
	if value, ok := attributes[model.AttrCredentials]; ok {
		attributes[model.AttrCredentials] = credentials.WithoutSecrets(r.Model, value)
	}
	if p.Prior != nil {
		attributes[model.AttrSpec] = object.KeepUserSpelling(r.Model.Spec, attributes[model.AttrSpec], p.Prior.Attributes[model.AttrSpec])
	}
	proposed := r.Model.Value(attributes)
	plan, err := r.Model.Read(proposed)
	if err != nil {
		return nil, err
	}
	p.Unchanged = proposed.Equal(change.Prior)
	p.Plan, p.Mode = plan, plan.Text(model.AttrMode)
	if p.Mode != model.Direct {
		p.Release = knownRelease(p)
	}
	return p, nil
}

// defaults fills mode and namespace from the provider block where the configuration
// leaves them out.
func defaults(p *model.Planner, attributes map[string]tftypes.Value) {
	fallback := func(configured, prior tftypes.Value, setting string) tftypes.Value {
		switch {
		case configured.Type() != nil && !configured.IsNull():
			return configured
		case setting != "":
			return model.StringValue(setting)
		case p.Prior != nil && prior.Type() != nil:
			return prior
		}
		return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	}
	settings := model.Settings{}
	if p.Settings != nil {
		settings = *p.Settings
	}
	priorOf := func(attribute string) tftypes.Value {
		if p.Prior == nil {
			return tftypes.Value{}
		}
		return p.Prior.Attributes[attribute]
	}
	config := model.Children(p.Config)
	attributes[model.AttrMode] = fallback(config[model.AttrMode], priorOf(model.AttrMode), p.Model.DefaultMode(settings.Mode))
	metadata := model.Children(attributes[model.AttrMetadata])
	if metadata == nil || !p.Model.Kind.Namespaced {
		return
	}
	metadata["namespace"] = fallback(model.Children(config[model.AttrMetadata])["namespace"], model.Children(priorOf(model.AttrMetadata))["namespace"], settings.Namespace)
	attributes[model.AttrMetadata] = tftypes.NewValue(attributes[model.AttrMetadata].Type(), metadata)
}

// knownRelease is the release that the provider block pins or the last apply found.
func knownRelease(p *model.Planner) string {
	if pinned := p.Pinned(); pinned != "" {
		return pinned
	}
	if p.Prior != nil {
		return p.Prior.Text(model.AttrAPIRelease)
	}
	return ""
}

// check reports what [Resource.ValidateConfig] could not: rules of the mode and the
// release that are known by now, and what rendering finds.
func check(p *model.Planner) diag.Diagnostics {
	errs := append(p.Model.CheckMode(p.Mode), p.Model.CheckSchema(p.Plan)...)
	if len(errs) > 0 {
		return p.Model.Diagnose(model.Findings{Errs: errs}, p.Plan)
	}
	release := p.Release
	if p.Mode == model.Direct {
		release = p.Model.Kind.Newest().Name // which the renderers follow
	}
	found := p.Model.CheckRules(p.Plan, p.Mode, release)
	var pin diag.Diagnostics
	if p.Mode == model.Operator {
		pin = p.CheckPin(p.Model.Subject(p.Plan))
		found.Errs = append(found.Errs, p.Model.CheckRelease(p.Plan, p.Model.Candidates(p.Release))...)
		found.Errs = append(found.Errs, unfound(found.Errs, p.Model.CheckMerged(p.Plan, p.Release))...)
	}
	if p.Mode == model.Direct && len(found.Errs) == 0 {
		found.Errs = append(found.Errs, render(p)...)
	}
	p.Warned = slices.Clone(found.Warns)
	found.Warns = unsaid(p, found.Warns)
	diags := append(pin, p.Model.Diagnose(found, p.Plan)...)
	for _, e := range operate.CheckOperations(p.Model, p.Plan, p.Mode) {
		diags.Append(diagnostic.Field(e.Err, e.At, p.Model.Subject(p.Plan)))
	}
	return append(diags, warnings.RenderWarnings(p.Model, p.Plan, p.Warnings)...)
}

// unfound are the merged findings about places of which nothing is found yet.
func unfound(found, merged field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(merged, func(err *field.Error) bool {
		return slices.ContainsFunc(found, func(other *field.Error) bool { return other.Field == err.Field })
	})
}

// unsaid leaves out the warnings that validation has given already.
func unsaid(p *model.Planner, warns field.ErrorList) field.ErrorList {
	if len(warns) == 0 {
		return nil
	}
	config, err := p.Model.Read(p.Config)
	if err != nil {
		return warns
	}
	said := validate(p.Model, config).Warns
	return slices.DeleteFunc(warns, func(err *field.Error) bool { return model.Has(said, err) })
}

// render renders direct mode's objects once everything they follow from is known.
func render(p *model.Planner) field.ErrorList {
	if len(p.Plan.Unknown) > 0 {
		return nil
	}
	out, errs := p.Model.Render(p.Plan, p.PinnedImages())
	if len(errs) > 0 {
		return errs
	}
	manifests, err := model.PrintManifests(out.Objects)
	if err != nil {
		return field.ErrorList{field.InternalError(field.NewPath(model.AttrRendered), err)}
	}
	if p.RenderedValue, err = model.RenderedValue(manifests); err != nil {
		return field.ErrorList{field.InternalError(field.NewPath(model.AttrRendered), err)}
	}
	p.Manifests, p.Images = manifests, out.Images
	p.Rendered, p.Serving, p.Warnings = true, out.Output, out.Warnings
	return nil
}
