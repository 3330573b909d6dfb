package engine

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// replaces lists the attributes whose change needs a new object, and says why where
// Terraform does not.
func replaces(p *model.Planner) (path.Paths, diag.Diagnostics) {
	var diags diag.Diagnostics
	if p.Prior == nil {
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
	planned, prior := model.Children(p.Plan.Attributes[model.AttrMetadata]), model.Children(p.Prior.Attributes[model.AttrMetadata])
	for _, name := range []string{"name", "namespace"} {
		changed(path.Root(model.AttrMetadata).AtName(name), planned[name], prior[name])
	}
	if renamed(p) {
		paths = append(paths, path.Root(model.AttrAPIRelease))
		diags.Append(diagnostic.Replaces(path.Root(model.AttrAPIRelease), p.Model.Subject(p.Plan), model.AttrAPIRelease,
			"the pinned release has the kind under another name in the API"))
	}
	for _, field := range immutableChanges(p.Model, p.Plan, *p.Prior, p.Release) {
		at := p.Model.AttributePath(field.Path)
		paths = append(paths, at)
		diags.Append(diagnostic.Replaces(at, p.Model.Subject(p.Plan), p.Model.Spell(field.Path), field.Why))
	}
	return paths, diags
}

// renamed reports whether a pin moves the object to a release that names the kind differently.
func renamed(p *model.Planner) bool {
	before, known := p.Model.Kind.Release(p.Prior.Text(model.AttrAPIRelease))
	after, pinned := p.Model.Kind.Release(p.Pinned())
	return p.Mode == model.Operator && known && pinned && p.Model.Resource(before) != p.Model.Resource(after)
}

// immutableChanges returns the kind's immutable fields whose value differs in meaning
// between two versions of the object of a release, or will only be known at apply.
func immutableChanges(s *model.ResourceModel, planned, prior model.Values, release string) []kinds.Immutable {
	var changed []kinds.Immutable
	for _, immutable := range s.Kind.Immutable {
		if len(immutable.Releases) > 0 && !slices.Contains(immutable.Releases, release) || !immutable.Modes.Holds(planned.Text(model.AttrMode) == model.Direct) {
			continue
		}
		node, before, after := s.Root, any(prior.Object), any(planned.Object)
		for name := range strings.SplitSeq(immutable.Path, ".") {
			f, ok := node.JSONField(name)
			if !ok {
				panic("engine: " + s.Kind.TypeName + " has no field " + immutable.Path)
			}
			node, before, after = f.Node, entry(before, name), entry(after, name)
		}
		unknown := planned.IsUnknown(immutable.Path)
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
func leftoverNotice(p *model.Planner) diag.Diagnostics {
	if p.Prior == nil || p.Mode != model.Operator || p.HandsOver() {
		return nil
	}
	var diags diag.Diagnostics
	for _, leftover := range p.Model.Kind.Leftovers {
		before, after := any(p.Prior.Object), any(p.Plan.Object)
		for name := range strings.SplitSeq(leftover.Path, ".") {
			before, after = entry(before, name), entry(after, name)
		}
		if before != nil && after == nil && !p.Plan.IsUnknown(leftover.Path) {
			diags.Append(diagnostic.LeftBehind(p.Model.AttributePath(leftover.Path), p.Model.Subject(p.Plan), p.Model.Spell(leftover.Path), leftover.What, leftover.Remedy))
		}
	}
	return diags
}
