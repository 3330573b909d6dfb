package engine

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// replaces lists the attributes whose change needs a new object, and says why where
// Terraform does not.
func (p *planner) replaces() (path.Paths, diag.Diagnostics) {
	var diags diag.Diagnostics
	if p.prior == nil {
		return nil, nil
	}
	var paths path.Paths
	changed := func(at path.Path, planned, prior tftypes.Value) {
		if planned.Type() == nil || prior.Type() == nil {
			return
		}
		if !planned.Equal(prior) {
			paths = append(paths, at)
		}
	}
	planned, prior := children(p.plan.attributes[attrMetadata]), children(p.prior.attributes[attrMetadata])
	for _, name := range []string{"name", "namespace"} {
		changed(path.Root(attrMetadata).AtName(name), planned[name], prior[name])
	}
	if p.renamed() {
		paths = append(paths, path.Root(attrAPIRelease))
		diags.Append(diagnostic.Replaces(path.Root(attrAPIRelease), p.model.subject(p.plan), attrAPIRelease,
			"the pinned release has the kind under another name in the API"))
	}
	for _, field := range p.model.immutableChanges(p.plan, *p.prior, p.release) {
		at := p.model.attributePath(field.Path)
		paths = append(paths, at)
		diags.Append(diagnostic.Replaces(at, p.model.subject(p.plan), p.model.spell(field.Path), field.Why))
	}
	return paths, diags
}

// renamed reports whether a pin moves the object to a release that names the kind differently.
func (p *planner) renamed() bool {
	before, known := p.model.kind.Release(p.prior.text(attrAPIRelease))
	after, pinned := p.model.kind.Release(p.pinned())
	return p.mode == Operator && known && pinned && p.model.resource(before) != p.model.resource(after)
}

// immutableChanges returns the kind's immutable fields whose value differs in meaning
// between two versions of the object of a release, or will only be known at apply.
func (s *resourceModel) immutableChanges(planned, prior values, release string) []kinds.Immutable {
	var changed []kinds.Immutable
	for _, immutable := range s.kind.Immutable {
		if len(immutable.Releases) > 0 && !slices.Contains(immutable.Releases, release) || !immutable.Modes.Holds(planned.text(attrMode) == Direct) {
			continue
		}
		node, before, after := s.root, any(prior.object), any(planned.object)
		for name := range strings.SplitSeq(immutable.Path, ".") {
			f, ok := node.JSONField(name)
			if !ok {
				panic("engine: " + s.kind.TypeName + " has no field " + immutable.Path)
			}
			node, before, after = f.Node, entry(before, name), entry(after, name)
		}
		unknown := planned.isUnknown(immutable.Path)
		switch {
		case immutable.On == kinds.Removal && (before == nil || after != nil || unknown),
			immutable.On == kinds.Revision && (before == nil || after == nil && !unknown):
			continue
		}
		if unknown || !object.Equal(node, before, after) {
			changed = append(changed, immutable)
		}
	}
	return changed
}

func entry(tree any, name string) any {
	fields, _ := tree.(map[string]any)
	return fields[name]
}

// leftoverNotice tells what the removal of a field leaves in the cluster.
func (p *planner) leftoverNotice() diag.Diagnostics {
	if p.prior == nil || p.mode != Operator || p.handsOver() {
		return nil
	}
	var diags diag.Diagnostics
	for _, leftover := range p.model.kind.Leftovers {
		before, after := any(p.prior.object), any(p.plan.object)
		for name := range strings.SplitSeq(leftover.Path, ".") {
			before, after = entry(before, name), entry(after, name)
		}
		if before != nil && after == nil && !p.plan.isUnknown(leftover.Path) {
			diags.Append(diagnostic.LeftBehind(p.model.attributePath(leftover.Path), p.model.subject(p.plan), p.model.spell(leftover.Path), leftover.What, leftover.Remedy))
		}
	}
	return diags
}
