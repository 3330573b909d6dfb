package schema

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// FieldPath returns the path of a field below n as drift and validation write it, given how
// the API server's conflicts do: they spell the key of a map like the name of a field
// (kubernetes-sigs/structured-merge-diff fieldpath/element.go@v6.3.0), so that
// `spec.limits.nvidia.com/gpu` stands for `spec.limits[nvidia.com/gpu]`.
func (n *Node) FieldPath(conflict string) string {
	out, rest := "", strings.TrimPrefix(conflict, ".")
	for rest != "" {
		switch {
		case n == nil && rest[0] != '[':
			return out + "." + rest
		case n == nil:
			return out + rest
		case strings.HasPrefix(rest, "["):
			step, after, err := fieldpath.Cut(rest)
			if err != nil {
				return out + rest
			}
			out, rest, n = out+string(step), after, n.Elem
		case n.Kind == Map && n.Elem.isLeaf():
			return out + "[" + rest + "]"
		default:
			step, after, err := fieldpath.Cut(rest)
			if err != nil {
				return out + rest
			}
			out, rest, n = n.below(out, step.Name()), after, n.child(step.Name())
		}
	}
	return out
}

// isLeaf reports whether values of the shape have nothing below them that a path could name.
func (n *Node) isLeaf() bool {
	return n.Kind != Object && n.Kind != Map && n.Kind != List && n.Kind != JSON
}

func (n *Node) below(path, name string) string {
	switch {
	case n.Kind == Map:
		return path + "[" + name + "]"
	case path == "":
		return name
	}
	return path + "." + name
}

func (n *Node) child(name string) *Node {
	if n.Kind == Map {
		return n.Elem
	}
	if f, ok := n.JSONField(name); ok {
		return f.Node
	}
	return nil
}
