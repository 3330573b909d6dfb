package engine

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

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
