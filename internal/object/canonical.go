package object

import (
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Canonical returns the tree of the shape n with every quantity as Go writes it, such as
// "2500m" for "2.5". An operator that decodes an object and writes it back writes them so, and
// would take over each that was applied otherwise. It does not change its argument.
func Canonical(n *schema.Node, tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, entry := range v {
			out[name] = Canonical(entryShape(n, name), entry)
		}
		return out
	case []any:
		var item *schema.Node
		if s := shapeOf(n); s != nil {
			item = s.Elem
		}
		out := make([]any, len(v))
		for i, entry := range v {
			out[i] = Canonical(item, entry)
		}
		return out
	case string:
		if n == nil || n.Kind != schema.Quantity {
			return v
		}
		if q, ok := parseQuantity(v); ok {
			return q.String()
		}
	}
	return tree
}

// shapeOf is the shape of a tree, also of one that is configured as JSON text; nil when it has none.
func shapeOf(n *schema.Node) *schema.Node {
	if n != nil && n.Kind == schema.JSON {
		return n.Shape
	}
	return n
}

// entryShape is the shape of an entry of an object or a map, nil when it has none.
func entryShape(n *schema.Node, name string) *schema.Node {
	switch s := shapeOf(n); {
	case s == nil:
		return nil
	case s.Kind == schema.Map:
		return s.Elem
	default:
		if f, ok := s.JSONField(name); ok {
			return f.Node
		}
		return nil
	}
}
