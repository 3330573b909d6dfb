package model

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// HandsOver reports whether the plan changes the mode.
func (p *Planner) HandsOver() bool {
	return p.Prior != nil && p.Mode != "" && p.Mode != p.Prior.Text(AttrMode)
}

// Planner turns a proposed plan into the one that is made.
type Planner struct {
	*Scope
	Config tftypes.Value
	Plan   Values
	// Prior is nil for a creation.
	Prior *Values
	// Unchanged is true when everything that can be configured is as in the prior state.
	Unchanged bool
	// Waiting is true when the last apply ended before the object was ready.
	Waiting bool
	// Adopting are the managers that an imported object was made by, until it is first applied.
	Adopting []string
	// AppliedDigests are the digests of the credentials that were last applied.
	AppliedDigests Digests
	// Groups are the groups of pods that the last refresh saw, nil where it saw none.
	Groups []podset.Group
	// Mode and release are empty while they are not known.
	Mode, Release string
	Manifests     []string
	Images        map[string]string
	// Rendered is true once manifests are known, and renderedValue is the attribute that shows them.
	Rendered      bool
	RenderedValue tftypes.Value
	// Serving is what the rendered workload serves.
	Serving render.Output
	// Warned are what rules warn of, and warnings what rendering found that will not work as its
	// author may expect.
	Warned   field.ErrorList
	Warnings []string
}

// PinnedImages are the images of the prior state, which a plan keeps.
func (p *Planner) PinnedImages() map[string]string {
	if p.Prior == nil {
		return nil
	}
	return p.Prior.Images()
}

// Differs reports whether the plan changes anything that is configured, or that direct mode renders.
func (p *Planner) Differs() bool {
	if p.Touches() {
		return true
	}
	for _, attribute := range []string{AttrReferences, AttrDirect, AttrWait, AttrTimeouts, AttrForceConflicts} {
		planned, prior := p.Plan.Attributes[attribute], p.Prior.Attributes[attribute]
		if planned.Type() != nil && prior.Type() != nil && !planned.Equal(prior) {
			return true
		}
	}
	return false
}

// Touches reports whether the planned update changes anything in the cluster.
func (p *Planner) Touches() bool {
	for _, attribute := range []string{AttrMetadata, AttrSpec, AttrMode, AttrRendered, AttrManifest, AttrIgnoreDrift, AttrSecrets} {
		if !p.Plan.Attributes[attribute].Equal(p.Prior.Attributes[attribute]) {
			return true
		}
	}
	if pinned := p.Pinned(); pinned != "" && pinned != p.Prior.Text(AttrAPIRelease) && p.Mode == Operator {
		return true
	}
	return p.Plan.Flag(AttrForceConflicts) && p.Prior.lostOwnership() || len(p.Pruned()) > 0
}

// Change is what a plan starts from, as the protocol has it.
type Change struct {
	// Config, Prior and Proposed are the configuration, the state, null for a creation,
	// and Terraform's merge of the two, null for a destruction.
	Config, Prior, Proposed tftypes.Value
	// Private is the private state of the prior state, and becomes that of the plan.
	Private PrivateState
}

// Pruned returns the foreign fields that the planned update removes: those that the last refresh found.
func (p *Planner) Pruned() []Difference {
	if p.Prior == nil || !p.Plan.Flag(AttrPruneForeign) {
		return nil
	}
	return slices.DeleteFunc(p.Prior.KnownDrift(), func(d Difference) bool {
		return d.Class != object.Foreign || p.Plan.Ignores(d)
	})
}
