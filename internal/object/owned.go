package object

import (
	"maps"
	"slices"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Owned returns the part of a live tree that people configured: what the manager has
// applied if it has, else what every manager set that is not one of the controllers.
// Defaults of the API are left out where nothing tells them from configuration: in what
// was set by an update, and inside lists that are applied as a whole. A list that a controller
// owns for the sake of an autoscaled number in it was configured by people.
func Owned(n *schema.Node, live map[string]any, claims Claims, manager string, controllers []string, autoscaled ...string) map[string]any {
	var chosen Claims
	if own, ok := claims.own(manager); ok {
		chosen = Claims{own}
	} else {
		chosen = slices.DeleteFunc(slices.Clone(claims), func(c Claim) bool {
			return c.Subresource != "" || slices.Contains(controllers, c.Manager)
		})
	}
	chosen = append(chosen, claims.autoscaledClaims(controllers, autoscaled)...)
	tree, _ := owned(n, live, nil, chosen).(map[string]any)
	return tree
}

func owned(n *schema.Node, live any, path fieldpath.Path, claims Claims) any {
	for _, c := range claims {
		if c.covers(path) {
			return withoutDefaults(n, live)
		}
	}
	switch {
	case n.Shape != nil && n.Shape.Kind == schema.List && claims.below(path):
		// Text holds the list as a whole.
		return live
	case n.Kind == schema.Object || n.Kind == schema.Map || n.Kind == schema.JSON:
		return ownedEntries(n, live, path, claims)
	case n.Kind == schema.List && n.ListType == schema.ListMap:
		return ownedItems(n, live, path, claims)
	case n.Kind == schema.List && n.ListType == schema.ListSet:
		return ownedMembers(live, path, claims)
	}
	return nil
}

func ownedEntries(n *schema.Node, live any, path fieldpath.Path, claims Claims) any {
	entries, ok := live.(map[string]any)
	if !ok {
		return nil
	}
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		child, at := entryNode(n, name), with(path, fieldpath.PathElement{FieldName: &name})
		if child == nil || !claims.below(at) || isBookkeeping(at) || isDefault(n, name, entries[name]) && claims.onlyUpdated(at) {
			continue
		}
		if v := owned(child, entries[name], at, claims); v != nil {
			out[name] = v
		}
	}
	return out
}

// entryNode is the shape of an entry of an object, nil when the object has none of that
// name. Inside a value of no known shape everything is of no known shape.
func entryNode(n *schema.Node, name string) *schema.Node {
	switch n.Kind {
	case schema.Map:
		return n.Elem
	case schema.JSON:
		return n
	}
	if f, ok := n.JSONField(name); ok {
		return f.Node
	}
	return nil
}

func ownedItems(n *schema.Node, live any, path fieldpath.Path, claims Claims) any {
	items, _ := live.([]any)
	out := []any{}
	for _, item := range items {
		element, ok := keyElement(n, item)
		if !ok {
			continue
		}
		at := with(path, element)
		if !claims.below(at) {
			continue
		}
		if v := owned(n.Elem, item, at, claims); v != nil {
			out = append(out, v)
		}
	}
	return out
}

// ownedMembers returns the claimed values of a set.
func ownedMembers(live any, path fieldpath.Path, claims Claims) any {
	items, _ := live.([]any)
	out := []any{}
	for _, item := range items {
		member := value.NewValueInterface(item)
		if claims.below(with(path, fieldpath.PathElement{Value: &member})) {
			out = append(out, item)
		}
	}
	return out
}

// below reports whether any claim holds a field at, above or below path.
func (c Claims) below(path fieldpath.Path) bool {
	return slices.ContainsFunc(c, func(claim Claim) bool { return claim.covers(path) || claim.below(path) })
}

// onlyUpdated reports whether the field at path was set by updates only, which claim
// the server's defaults as well.
func (c Claims) onlyUpdated(path fieldpath.Path) bool {
	return !slices.ContainsFunc(c, func(claim Claim) bool { return claim.Operation == "Apply" && (claim.covers(path) || claim.below(path)) })
}

// isDefault reports whether a field of an object has the API's default.
func isDefault(n *schema.Node, name string, v any) bool {
	if fallback, ok := n.Defaults[name]; ok {
		return equalFree(fallback, v)
	}
	f, ok := n.JSONField(name)
	return ok && f.Default != nil && Equal(f.Node, f.Default, v)
}

// withoutDefaults drops the fields inside a value that have the API's default.
func withoutDefaults(n *schema.Node, v any) any {
	switch v := v.(type) {
	case []any:
		if n.Kind != schema.List {
			return v
		}
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = withoutDefaults(n.Elem, item)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		if n.Kind == schema.JSON {
			for name, entry := range v {
				if !isDefault(n, name, entry) {
					out[name] = entry
				}
			}
			return out
		}
		if n.Kind != schema.Object {
			return v
		}
		for name, entry := range v {
			if f, known := n.JSONField(name); known && !isDefault(n, name, entry) {
				out[name] = withoutDefaults(f.Node, entry)
			}
		}
		return out
	}
	return v
}
