package engine

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// replaces lists the attributes whose change needs a new object.
func (p *planner) replaces() path.Paths {
	if p.prior == nil {
		return nil
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
	changed(path.Root(attrMode), p.plan.attributes[attrMode], p.prior.attributes[attrMode])
	for _, at := range p.shape.immutableChanges(p.plan, *p.prior) {
		paths = append(paths, p.shape.attributePath(at))
	}
	return paths
}

// immutableChanges returns the kind's immutable paths whose value differs in meaning
// between two versions of the object, or will only be known at apply.
func (s *shape) immutableChanges(planned, prior values) []string {
	var changed []string
	for _, at := range s.kind.Immutable {
		node, before, after := s.root, any(prior.object), any(planned.object)
		for name := range strings.SplitSeq(at, ".") {
			f, ok := node.JSONField(name)
			if !ok {
				panic("engine: " + s.kind.TypeName + " has no field " + at)
			}
			node, before, after = f.Node, entry(before, name), entry(after, name)
		}
		if planned.isUnknown(at) || !object.Equal(node, before, after) {
			changed = append(changed, at)
		}
	}
	return changed
}

func entry(tree any, name string) any {
	fields, _ := tree.(map[string]any)
	return fields[name]
}
