package engine

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// computed plans every computed attribute.
func (p *planner) computed() diag.Diagnostics {
	set := p.plan.attributes
	p.planIdentity()
	if err := p.planDefinition(); err != nil {
		return diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	p.planObjects()
	p.planSecrets()
	p.keepDefinition()
	for _, attribute := range append(p.model.observedAttributes(), attrUID) {
		set[attribute] = p.model.unknown(attribute)
	}
	if p.mode == Direct {
		set[attrUID], set[attrAPIRelease] = p.model.null(attrUID), p.model.null(attrAPIRelease)
	}
	if p.prior == nil || p.handsOver() {
		return nil
	}
	if p.mode != Direct && p.prior.text(attrUID) != "" {
		set[attrUID] = p.prior.attributes[attrUID]
	}
	if p.touches() {
		return nil
	}
	set[attrAPIRelease] = p.prior.attributes[attrAPIRelease]
	for _, attribute := range p.model.observedAttributes() {
		if attribute == attrDrift || !p.resumes() {
			set[attribute] = p.prior.attributes[attribute]
		}
	}
	return nil
}

func (p *planner) planIdentity() {
	p.plan.attributes[attrID] = p.model.unknown(attrID)
	if !p.plan.isUnknown("metadata.name") && !p.plan.isUnknown("metadata.namespace") {
		p.plan.attributes[attrID] = stringValue(p.plan.id())
	}
}

// isUnknown reports whether anything at or below a field path is not known yet, or the path lies below it.
func (v values) isUnknown(at string) bool {
	return slices.ContainsFunc(v.unknown, func(unknown string) bool {
		return object.Within(unknown, at) || object.Within(at, unknown)
	})
}

func (p *planner) planDefinition() error {
	p.plan.attributes[attrManifest] = p.model.unknown(attrManifest)
	if p.plan.isUnknown(attrSpec) || p.plan.isUnknown(attrMetadata) {
		return nil
	}
	text, err := p.plan.definition()
	p.plan.attributes[attrManifest] = stringValue(text)
	return err
}

// keepDefinition plans no update for the sake of the definition. It tells what was last applied, and differs from a spec
// that nothing changes where that holds live values which the configuration has too: those of ignore_changes for one.
func (p *planner) keepDefinition() {
	if p.prior == nil || !p.unchanged || p.prior.text(attrManifest) == "" {
		return
	}
	computed := p.plan.attributes[attrManifest]
	p.plan.attributes[attrManifest] = p.prior.attributes[attrManifest]
	if p.touches() || p.resumes() {
		p.plan.attributes[attrManifest] = computed
	}
}

// planObjects plans what depends on the mode: manifests, release and endpoint.
func (p *planner) planObjects() {
	set, named := p.plan.attributes, !p.plan.isUnknown(attrMetadata)
	for _, attribute := range []string{attrRendered, attrImages, attrAPIRelease, attrEndpoint} {
		set[attribute] = p.model.unknown(attribute)
	}
	switch p.mode {
	case Direct:
		if p.rendered || p.model.kind.Render == nil {
			set[attrRendered], set[attrImages] = p.renderedValue, imagesValue(p.images)
			set[attrEndpoint] = orNull(p.endpoint)
		}
	case Operator:
		set[attrRendered], set[attrImages] = noneRendered, imagesValue(nil)
		if pinned := p.pinned(); pinned != "" {
			set[attrAPIRelease] = stringValue(pinned)
		}
		if p.model.kind.Endpoint == nil {
			set[attrEndpoint] = p.model.null(attrEndpoint)
		} else if p.release != "" && named {
			set[attrEndpoint] = orNull(p.model.kind.Endpoint(p.plan.unstructured(), p.release))
		}
	}
}

// touches reports whether the planned update changes anything in the cluster.
func (p *planner) touches() bool {
	for _, attribute := range []string{attrMetadata, attrSpec, attrMode, attrRendered, attrManifest, attrIgnoreDrift, attrSecrets} {
		if !p.plan.attributes[attribute].Equal(p.prior.attributes[attribute]) {
			return true
		}
	}
	if pinned := p.pinned(); pinned != "" && pinned != p.prior.text(attrAPIRelease) && p.mode == Operator {
		return true
	}
	return p.plan.flag(attrForceConflicts) && p.prior.lostOwnership() || len(p.pruned()) > 0
}

// resumes reports whether the update goes on waiting where an earlier apply gave up.
func (p *planner) resumes() bool {
	return p.waiting && p.plan.waitsForReady() && (!p.prior.flag(attrReady) || p.plan.waitsForAnswer())
}
