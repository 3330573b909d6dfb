package schema

import (
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// AttributePath leads from an attribute whose value has the shape n down the steps, and
// stops at the deepest attribute that exists: at JSON text, at an item whose index is
// not known, and at a step that the schema does not have.
func (n *Node) AttributePath(root path.Path, steps fieldpath.Path) path.Path {
	at := root
	for _, s := range steps {
		name := s.Name()
		index, isIndex := s.Index()
		switch {
		case n.Kind == Object && name != "":
			f, ok := n.JSONField(name)
			if !ok {
				return at
			}
			at, n = at.AtName(f.Name), f.Node
		case n.Kind == Map && name != "":
			at, n = at.AtMapKey(name), n.Elem
		case n.Kind == List && isIndex:
			at, n = at.AtListIndex(index), n.Elem
		default:
			return at
		}
	}
	return at
}
