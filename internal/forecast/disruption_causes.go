package forecast

import (
	"maps"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// mostTried is how many differences are tried one by one; each takes a rendering.
const mostTried = 64

// causes names the attributes whose change stops pods: those which do so when they
// change alone, and those which cannot change alone. before are the pods as they run.
func causes(p *model.Planner, before []podset.Set) []string {
	prior := *p.Prior
	prior.Attributes = p.Plan.Attributes // for the mode
	changes := differences(p.Model, prior, p.Plan)
	configured, known := p.Model.Pods(prior, p.Release, p.PinnedImages())
	configured = runningPods(p, configured)
	causes := model.Operated(*p.Prior, p.Plan)
	if len(causes) == 0 && (!known || podset.Compare(before, configured).Effect != podset.None) {
		causes = append(causes, model.AttrRendered)
	}
	for _, change := range changes {
		if known && len(changes) <= mostTried {
			alone, ok := p.Model.Pods(change.apply(prior, p.Plan), p.Release, p.PinnedImages())
			if ok && podset.Compare(configured, alone).Effect == podset.None {
				continue
			}
		}
		causes = append(causes, p.Model.Spell(change.at.String()))
	}
	if len(causes) == 0 {
		// None does it alone.
		for _, change := range changes {
			causes = append(causes, p.Model.Spell(change.at.String()))
		}
	}
	slices.Sort(causes)
	return slices.Compact(causes)
}

// valueChange is one value that two versions of a resource differ in.
type valueChange struct {
	at *field.Path
	// root is spec, metadata, direct or definitions, and steps lead from there to the
	// value: names and indices.
	root  string
	steps []any
}

// differences lists the values that two versions of a resource differ in, as deep as both have them.
func differences(s *model.ResourceModel, old, changed model.Values) []valueChange {
	var found []valueChange
	for _, root := range []string{model.AttrMetadata, model.AttrSpec} {
		if f, ok := s.Root.JSONField(root); ok {
			found = append(found, differ(f.Node, old.Object[root], changed.Object[root], valueChange{at: field.NewPath(root), root: root})...)
		}
	}
	if s.Options != nil {
		found = append(found, differ(s.Options, old.Options, changed.Options, valueChange{at: field.NewPath(model.AttrDirect), root: model.AttrDirect})...)
	}
	at := field.NewPath(model.AttrReferences)
	if len(old.References) != len(changed.References) {
		return append(found, valueChange{at: at, root: model.AttrReferences})
	}
	for i := range old.References {
		if !reflect.DeepEqual(old.References[i].Object, changed.References[i].Object) {
			found = append(found, valueChange{at: at.Index(i), root: model.AttrReferences, steps: []any{i}})
		}
	}
	return found
}

// differ lists the differences at and below a value of the shape n.
func differ(n *schema.Node, old, changed any, at valueChange) []valueChange {
	if n == nil || object.Equal(n, old, changed) {
		return nil
	}
	var found []valueChange
	before, okBefore := old.(map[string]any)
	after, okAfter := changed.(map[string]any)
	switch {
	case okBefore && okAfter && n.Kind == schema.Object:
		for _, f := range n.Fields {
			found = append(found, differ(f.Node, before[f.JSON], after[f.JSON], at.below(at.at.Child(f.JSON), f.JSON))...)
		}
	case okBefore && okAfter && n.Kind == schema.Map:
		keys := maps.Clone(before)
		maps.Copy(keys, after)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			found = append(found, differ(n.Elem, before[key], after[key], at.below(at.at.Key(key), key))...)
		}
	case n.Kind == schema.List:
		items, okItems := old.([]any)
		others, okOthers := changed.([]any)
		if okItems && okOthers && len(items) == len(others) {
			for i := range items {
				found = append(found, differ(n.Elem, items[i], others[i], at.below(at.at.Index(i), i))...)
			}
		}
	}
	if len(found) == 0 {
		return []valueChange{at}
	}
	return found
}

func (c valueChange) below(at *field.Path, step any) valueChange {
	c.at, c.steps = at, append(slices.Clone(c.steps), step)
	return c
}

// apply returns the old version with this one value of the other.
func (c valueChange) apply(old, changed model.Values) model.Values {
	out := old
	switch c.root {
	case model.AttrReferences:
		out.References = slices.Clone(old.References)
		if len(c.steps) == 0 {
			out.References = changed.References
			return out
		}
		i, _ := c.steps[0].(int)
		out.References[i] = changed.References[i]
	case model.AttrDirect:
		out.Options, _ = graft(old.Options, changed.Options, c.steps).(map[string]any)
		if out.Options == nil {
			out.Options = map[string]any{}
		}
	default:
		out.Object = maps.Clone(old.Object)
		out.Object[c.root] = graft(old.Object[c.root], changed.Object[c.root], c.steps)
		if out.Object[c.root] == nil {
			delete(out.Object, c.root)
		}
	}
	return out
}

// graft returns the old tree with the value of the other at the end of the steps. Neither is changed.
func graft(old, changed any, steps []any) any {
	if len(steps) == 0 {
		return changed
	}
	switch step := steps[0].(type) {
	case string:
		tree, _ := old.(map[string]any)
		out := maps.Clone(tree)
		value, set := changed.(map[string]any)[step]
		if len(steps) == 1 && !set {
			delete(out, step)
			return out
		}
		out[step] = graft(tree[step], value, steps[1:])
		return out
	case int:
		items, _ := old.([]any)
		others, _ := changed.([]any)
		out := slices.Clone(items)
		out[step] = graft(items[step], others[step], steps[1:])
		return out
	}
	return old
}
