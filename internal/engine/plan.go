package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// ModifyPlan implements [resource.ResourceWithModifyPlan].
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	planned := r.Plan(ctx, Change{Config: req.Config.Raw, Prior: req.State.Raw, Proposed: req.Plan.Raw, Private: req.Private})
	resp.Plan.Raw = planned.Plan
	resp.RequiresReplace = append(resp.RequiresReplace, planned.Replaces...)
	resp.Diagnostics.Append(planned.Diagnostics...)
}

// Plan plans a change. It makes no request, unless the change hands workloads over, takes a type that Kubernetes does not
// have or destroys the object, or the provider block asks for it: whatever can be said is said from configuration, prior
// state and provider block.
func (r *Resource) Plan(ctx context.Context, change Change) Planned {
	planned := Planned{Plan: change.Proposed}
	if change.Proposed.IsNull() {
		planned.Diagnostics = r.planDestroy(ctx, change)
		return planned
	}
	p, err := r.newPlanner(ctx, change)
	if err != nil {
		planned.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return planned
	}
	planned.Diagnostics.Append(p.driftNotice()...)
	planned.Diagnostics.Append(p.check()...)
	planned.Diagnostics.Append(p.checkIgnored()...)
	if planned.Diagnostics.HasError() {
		return planned
	}
	planned.Diagnostics.Append(p.computed()...)
	planned.Diagnostics.Append(p.checkAnswers()...)
	p.planDiagnosis()
	planned.Diagnostics.Append(p.ignoredNotice()...)
	planned.Diagnostics.Append(p.pruneNotice()...)
	planned.Diagnostics.Append(p.adoptionNotice()...)
	planned.Diagnostics.Append(p.leftoverNotice()...)
	replaces, diags := p.replaces()
	planned.Replaces = replaces
	planned.Diagnostics.Append(diags...)
	if len(replaces) > 0 {
		planned.Diagnostics.Append(r.protected(*p.prior, "the plan replaces it")...)
	}
	planned.Diagnostics.Append(p.claims(ctx, change.Private, replaces)...)
	planned.Diagnostics.Append(p.forecast(ctx, change.Private, replaces, len(diags) > 0)...)
	if p.handsOver() && p.model.kind.Render != nil && len(replaces) == 0 {
		planned.Diagnostics.Append(p.handOverNotice(ctx)...)
	}
	planned.Diagnostics.Append(p.lookForAPIs(ctx)...)
	asked := p.askCluster(ctx, change.Private, replaces)
	planned.Diagnostics.Append(asked...)
	p.planWarnings(asked)
	planned.Plan = r.model.value(p.plan.attributes)
	return planned
}

// planner turns a proposed plan into the one that is made.
type planner struct {
	*scope
	config tftypes.Value
	plan   values
	// prior is nil for a creation.
	prior *values
	// unchanged is true when everything that can be configured is as in the prior state.
	unchanged bool
	// waiting is true when the last apply ended before the object was ready.
	waiting bool
	// adopting are the managers that an imported object was made by, until it is first applied.
	adopting []string
	// appliedDigests are the digests of the credentials that were last applied.
	appliedDigests digests
	// groups are the groups of pods that the last refresh saw, nil where it saw none.
	groups []podset.Group
	// mode and release are empty while they are not known.
	mode, release string
	manifests     []string
	images        map[string]string
	// rendered is true once manifests are known, and renderedValue is the attribute that shows them.
	rendered      bool
	renderedValue tftypes.Value
	endpoint      string
	// warned are what rules warn of, and warnings what rendering found that will not work as its
	// author may expect.
	warned   field.ErrorList
	warnings []string
}

func (r *scope) newPlanner(ctx context.Context, change Change) (*planner, error) {
	p := &planner{scope: r, config: change.Config, renderedValue: noneRendered}
	if !change.Prior.IsNull() {
		prior, err := r.model.read(change.Prior)
		if err != nil {
			return nil, err
		}
		p.prior = &prior
		p.waiting, p.adopting = isWaiting(ctx, change.Private), adopting(ctx, change.Private)
		p.appliedDigests, p.groups = appliedDigests(ctx, change.Private), groupsSeen(ctx, change.Private)
	}
	attributes := children(change.Proposed)
	p.defaults(attributes)
	if value, ok := attributes[attrCredentials]; ok {
		attributes[attrCredentials] = r.model.withoutSecrets(value)
	}
	if p.prior != nil {
		attributes[attrSpec] = object.KeepUserSpelling(r.model.spec, attributes[attrSpec], p.prior.attributes[attrSpec])
	}
	proposed := r.model.value(attributes)
	plan, err := r.model.read(proposed)
	if err != nil {
		return nil, err
	}
	p.unchanged = proposed.Equal(change.Prior)
	p.plan, p.mode = plan, plan.text(attrMode)
	if p.mode != Direct {
		p.release = p.knownRelease()
	}
	return p, nil
}

// defaults fills mode and namespace from the provider block where the configuration
// leaves them out.
func (p *planner) defaults(attributes map[string]tftypes.Value) {
	fallback := func(configured, prior tftypes.Value, setting string) tftypes.Value {
		switch {
		case configured.Type() != nil && !configured.IsNull():
			return configured
		case setting != "":
			return stringValue(setting)
		case p.prior != nil && prior.Type() != nil:
			return prior
		}
		return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	}
	settings := Settings{}
	if p.settings != nil {
		settings = *p.settings
	}
	priorOf := func(attribute string) tftypes.Value {
		if p.prior == nil {
			return tftypes.Value{}
		}
		return p.prior.attributes[attribute]
	}
	config := children(p.config)
	attributes[attrMode] = fallback(config[attrMode], priorOf(attrMode), settings.Mode)
	metadata := children(attributes[attrMetadata])
	if metadata == nil || !p.model.kind.Namespaced {
		return
	}
	metadata["namespace"] = fallback(children(config[attrMetadata])["namespace"], children(priorOf(attrMetadata))["namespace"], settings.Namespace)
	attributes[attrMetadata] = tftypes.NewValue(attributes[attrMetadata].Type(), metadata)
}

// knownRelease is the release that the provider block pins or the last apply found.
func (p *planner) knownRelease() string {
	if pinned := p.pinned(); pinned != "" {
		return pinned
	}
	if p.prior != nil {
		return p.prior.text(attrAPIRelease)
	}
	return ""
}

// pinned is the release that the provider block pins, "" when it does not. The pin
// of a system holds for those of its kinds that have a release of that name.
func (r *scope) pinned() string {
	if r.settings == nil {
		return ""
	}
	k := r.model.kind
	for _, key := range []string{k.TypeName, k.System} {
		if pinned, ok := k.Release(r.settings.Releases[key]); ok {
			return pinned.Name
		}
	}
	return ""
}

// check reports what [Resource.ValidateConfig] could not: rules of the mode and the
// release that are known by now, and what rendering finds.
func (p *planner) check() diag.Diagnostics {
	errs := append(p.model.checkMode(p.mode), p.model.checkSchema(p.plan)...)
	if len(errs) > 0 {
		return p.model.diagnose(findings{errs: errs}, p.plan)
	}
	release := p.release
	if p.mode == Direct {
		release = p.model.kind.Newest().Name // which the renderers follow
	}
	found := p.model.checkRules(p.plan, p.mode, release)
	if p.mode == Operator {
		found.errs = append(found.errs, p.model.checkRelease(p.plan, p.model.candidates(p.release))...)
	}
	if p.mode == Direct && len(found.errs) == 0 {
		found.errs = append(found.errs, p.render()...)
	}
	p.warned = slices.Clone(found.warns)
	found.warns = p.unsaid(found.warns)
	diags := p.model.diagnose(found, p.plan)
	for _, e := range p.model.checkOperations(p.plan, p.mode) {
		diags.Append(diagnostic.Field(e.err, e.at, p.model.subject(p.plan)))
	}
	return append(diags, p.model.renderWarnings(p.plan, p.warnings)...)
}

// unsaid leaves out the warnings that validation has given already.
func (p *planner) unsaid(warns field.ErrorList) field.ErrorList {
	if len(warns) == 0 {
		return nil
	}
	config, err := p.model.read(p.config)
	if err != nil {
		return warns
	}
	said := p.model.validate(config).warns
	return slices.DeleteFunc(warns, func(err *field.Error) bool { return has(said, err) })
}

// render renders direct mode's objects once everything they follow from is known.
func (p *planner) render() field.ErrorList {
	if len(p.plan.unknown) > 0 {
		return nil
	}
	out, errs := p.model.render(p.plan, p.pinnedImages())
	if len(errs) > 0 {
		return errs
	}
	manifests, err := printManifests(out.Objects)
	if err != nil {
		return field.ErrorList{field.InternalError(field.NewPath(attrRendered), err)}
	}
	if p.renderedValue, err = renderedValue(manifests); err != nil {
		return field.ErrorList{field.InternalError(field.NewPath(attrRendered), err)}
	}
	p.manifests, p.images = manifests, out.images
	p.rendered, p.endpoint, p.warnings = true, out.Endpoint, out.Warnings
	return nil
}

// pinnedImages are the images of the prior state, which a plan keeps.
func (p *planner) pinnedImages() map[string]string {
	if p.prior == nil {
		return nil
	}
	return p.prior.images()
}
