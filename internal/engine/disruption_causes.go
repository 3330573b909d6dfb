package engine

import (
	"maps"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// mostTried is how many differences are tried one by one; each takes a rendering.
const mostTried = 64

// causes names the attributes whose change stops pods: those which do so when they
// change alone, and those which cannot change alone. before are the pods as they run.
func (p *planner) causes(before []podset.Set) []string {
	prior := *p.prior
	prior.attributes = p.plan.attributes // for the mode
	changes := p.model.differences(prior, p.plan)
	configured, known := p.model.pods(prior, p.release, p.pinnedImages())
	configured = p.running(configured)
	causes := operated(*p.prior, p.plan)
	if len(causes) == 0 && (!known || podset.Compare(before, configured).Effect != podset.None) {
		causes = append(causes, attrRendered)
	}
	for _, change := range changes {
		if known && len(changes) <= mostTried {
			alone, ok := p.model.pods(change.apply(prior, p.plan), p.release, p.pinnedImages())
			if ok && podset.Compare(configured, alone).Effect == podset.None {
				continue
			}
		}
		causes = append(causes, p.model.spell(change.at.String()))
	}
	if len(causes) == 0 {
		// None does it alone.
		for _, change := range changes {
			causes = append(causes, p.model.spell(change.at.String()))
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
func (s *resourceModel) differences(old, changed values) []valueChange {
	var found []valueChange
	for _, root := range []string{attrMetadata, attrSpec} {
		if f, ok := s.root.JSONField(root); ok {
			found = append(found, differ(f.Node, old.object[root], changed.object[root], valueChange{at: field.NewPath(root), root: root})...)
		}
	}
	if s.options != nil {
		found = append(found, differ(s.options, old.options, changed.options, valueChange{at: field.NewPath(attrDirect), root: attrDirect})...)
	}
	at := field.NewPath(attrReferences)
	if len(old.references) != len(changed.references) {
		return append(found, valueChange{at: at, root: attrReferences})
	}
	for i := range old.references {
		if !reflect.DeepEqual(old.references[i].Object, changed.references[i].Object) {
			found = append(found, valueChange{at: at.Index(i), root: attrReferences, steps: []any{i}})
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
func (c valueChange) apply(old, changed values) values {
	out := old
	switch c.root {
	case attrReferences:
		out.references = slices.Clone(old.references)
		if len(c.steps) == 0 {
			out.references = changed.references
			return out
		}
		i, _ := c.steps[0].(int)
		out.references[i] = changed.references[i]
	case attrDirect:
		out.options, _ = graft(old.options, changed.options, c.steps).(map[string]any)
		if out.options == nil {
			out.options = map[string]any{}
		}
	default:
		out.object = maps.Clone(old.object)
		out.object[c.root] = graft(old.object[c.root], changed.object[c.root], c.steps)
		if out.object[c.root] == nil {
			delete(out.object, c.root)
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
