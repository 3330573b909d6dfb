package engine

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
)

// computed plans every computed attribute.
func computed(p *model.Planner) diag.Diagnostics {
	set := p.Plan.Attributes
	planIdentity(p)
	if err := planDefinition(p); err != nil {
		return diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	planObjects(p)
	credentials.PlanSecrets(p)
	keepDefinition(p)
	for _, attribute := range append(p.Model.ObservedAttributes(), model.AttrUID) {
		set[attribute] = p.Model.Unknown(attribute)
	}
	if p.Mode == model.Direct {
		set[model.AttrUID], set[model.AttrAPIRelease] = p.Model.Null(model.AttrUID), p.Model.Null(model.AttrAPIRelease)
	}
	if p.Prior == nil || p.HandsOver() {
		return nil
	}
	if p.Mode != model.Direct && p.Prior.Text(model.AttrUID) != "" {
		set[model.AttrUID] = p.Prior.Attributes[model.AttrUID]
	}
	if p.Touches() {
		return nil
	}
	set[model.AttrAPIRelease] = p.Prior.Attributes[model.AttrAPIRelease]
	for _, attribute := range p.Model.ObservedAttributes() {
		if attribute == model.AttrDrift || !resumes(p) {
			set[attribute] = p.Prior.Attributes[attribute]
		}
	}
	return nil
}

func planIdentity(p *model.Planner) {
	p.Plan.Attributes[model.AttrID] = p.Model.Unknown(model.AttrID)
	if !p.Plan.IsUnknown("metadata.name") && !p.Plan.IsUnknown("metadata.namespace") {
		p.Plan.Attributes[model.AttrID] = model.StringValue(p.Plan.ID())
	}
}

func planDefinition(p *model.Planner) error {
	p.Plan.Attributes[model.AttrManifest] = p.Model.Unknown(model.AttrManifest)
	if p.Plan.IsUnknown(model.AttrSpec) || p.Plan.IsUnknown(model.AttrMetadata) {
		return nil
	}
	text, err := p.Plan.Definition()
	p.Plan.Attributes[model.AttrManifest] = model.StringValue(text)
	return err
}

// keepDefinition plans no update for the sake of the definition. It tells what was last applied, and differs from a spec
// that nothing changes where that holds live values which the configuration has too: those of ignore_changes for one.
func keepDefinition(p *model.Planner) {
	if p.Prior == nil || !p.Unchanged || p.Prior.Text(model.AttrManifest) == "" {
		return
	}
	computed := p.Plan.Attributes[model.AttrManifest]
	p.Plan.Attributes[model.AttrManifest] = p.Prior.Attributes[model.AttrManifest]
	if p.Touches() || resumes(p) {
		p.Plan.Attributes[model.AttrManifest] = computed
	}
}

// planObjects plans what depends on the mode: manifests, release and endpoint.
func planObjects(p *model.Planner) {
	set, named := p.Plan.Attributes, !p.Plan.IsUnknown(model.AttrMetadata)
	for _, attribute := range []string{model.AttrRendered, model.AttrImages, model.AttrAPIRelease, model.AttrEndpoint, model.AttrOpenAIBaseURL, model.AttrServedModel} {
		set[attribute] = p.Model.Unknown(attribute)
	}
	switch p.Mode {
	case model.Direct:
		if p.Rendered || p.Model.Kind.Render == nil {
			set[model.AttrRendered], set[model.AttrImages] = p.RenderedValue, model.ImagesValue(p.Images)
			model.ShowServing(set, p.Serving)
		}
	case model.Operator:
		set[model.AttrRendered], set[model.AttrImages] = model.NoneRendered, model.ImagesValue(nil)
		set[model.AttrOpenAIBaseURL], set[model.AttrServedModel] = p.Model.Null(model.AttrOpenAIBaseURL), p.Model.Null(model.AttrServedModel)
		if pinned := p.Pinned(); pinned != "" {
			set[model.AttrAPIRelease] = model.StringValue(pinned)
		}
		if p.Model.Kind.Endpoint == nil {
			set[model.AttrEndpoint] = p.Model.Null(model.AttrEndpoint)
		} else if p.Release != "" && named {
			set[model.AttrEndpoint] = model.OrNull(p.Model.Kind.Endpoint(p.Plan.Unstructured(), p.Release))
		}
	}
}

// resumes reports whether the update goes on waiting where an earlier apply gave up.
func resumes(p *model.Planner) bool {
	return p.Waiting && p.Plan.WaitsForReady() && (!p.Prior.Flag(model.AttrReady) || p.Plan.WaitsForAnswer())
}
