package engine

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
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
// between two versions of the object of a release, or will only be known at apply. Those in
// items of lists have the paths of the items.
func immutableChanges(s *model.ResourceModel, planned, prior model.Values, release string) []kinds.Immutable {
	var changed []kinds.Immutable
	for _, immutable := range s.Kind.Immutable {
		if len(immutable.Releases) > 0 && !slices.Contains(immutable.Releases, release) || !immutable.Modes.Holds(planned.Text(model.AttrMode) == model.Direct) {
			continue
		}
		from := transition{model: s, planned: planned, immutable: immutable}
		for _, at := range from.below(place{node: s.Root, before: prior.Object, after: planned.Object}, fieldpath.Read(immutable.Path)) {
			changed = append(changed, kinds.Immutable{Path: at.String(), Why: immutable.Why})
		}
	}
	return changed
}

// transition is what happens to an immutable field.
type transition struct {
	model     *model.ResourceModel
	planned   model.Values
	immutable kinds.Immutable
}

// place is a part of an object before and after a change.
type place struct {
	node          *schema.Node
	at            fieldpath.Path
	before, after any
}

// step is the part of a place to which a field leads.
func (p place) step(name string) (place, bool) {
	f, ok := p.node.JSONField(name)
	return place{f.Node, append(slices.Clip(p.at), fieldpath.Field(name)), entry(p.before, name), entry(p.after, name)}, ok
}

// below are the places that steps lead to and where the change cannot take effect.
func (t transition) below(p place, steps fieldpath.Path) []fieldpath.Path {
	if len(steps) == 0 {
		if t.refused(p) {
			return []fieldpath.Path{p.at}
		}
		return nil
	}
	if steps[0].Bracketed() {
		return t.items(p, steps)
	}
	next, ok := p.step(steps[0].Name())
	if !ok {
		panic("engine: " + t.model.Kind.TypeName + " has no field " + t.immutable.Path)
	}
	return t.below(next, steps[1:])
}

// items are those below the items of a list, of which two are the same item where the field has one value that the step names.
// An item that comes is an item without the field before, and of one that goes the list tells.
func (t transition) items(p place, steps fieldpath.Path) []fieldpath.Path {
	before, _ := p.before.([]any)
	after, _ := p.after.([]any)
	if p.after == nil && t.planned.IsUnknown(p.at.String()) {
		return []fieldpath.Path{p.at}
	}
	var found []fieldpath.Path
	left := slices.Clone(before)
	for i, item := range after {
		one := place{node: p.node.Elem, at: append(slices.Clip(p.at), fieldpath.Index(i)), after: item}
		key, _ := one.node.JSONField(steps[0].Name())
		known := !t.planned.IsUnknown(append(slices.Clip(one.at), fieldpath.Field(key.JSON)).String())
		if j := slices.IndexFunc(left, func(old any) bool { return known && keyOf(key, old) == keyOf(key, item) }); j >= 0 {
			one.before = left[j]
			left = slices.Delete(left, j, j+1)
		}
		found = append(found, t.below(one, steps[1:])...)
	}
	for _, item := range left {
		if gone := (place{node: p.node.Elem, at: p.at, before: item}); len(t.below(gone, steps[1:])) > 0 {
			return append(found, p.at)
		}
	}
	return found
}

// keyOf is the value of an item that tells it from others: that of the API where it has none.
func keyOf(key *schema.Field, item any) any {
	if value := entry(item, key.JSON); value != nil {
		return value
	}
	return key.Default
}

// refused reports whether the change of a field cannot take effect in place.
func (t transition) refused(p place) bool {
	unknown := t.planned.IsUnknown(p.at.String())
	switch {
	case t.immutable.On == kinds.Removal && (p.before == nil || p.after != nil || unknown),
		t.immutable.On == kinds.Revision && (p.before == nil || p.after == nil && !unknown):
		return false
	}
	return unknown || !object.Equal(p.node, p.before, p.after)
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
