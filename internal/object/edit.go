package object

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// At returns what a tree has at a field path of drift.
func At(tree any, path string) (any, bool) {
	for _, step := range fieldpath.Read(path) {
		var ok bool
		if tree, ok = enter(tree, step); !ok {
			return nil, false
		}
	}
	return tree, true
}

// enter takes one step of a field path of drift: to a field, an entry or a keyed item.
func enter(tree any, step fieldpath.Step) (any, bool) {
	switch tree := tree.(type) {
	case map[string]any:
		v, ok := tree[step.Inside()]
		return v, ok
	case []any:
		if i := itemAt(tree, step); i >= 0 {
			return tree[i], true
		}
	}
	return nil, false
}

// itemAt returns the index of the item that a step such as `[name="x"]` names, -1 when there is none.
func itemAt(items []any, step fieldpath.Step) int {
	return slices.IndexFunc(items, func(item any) bool {
		entries, ok := item.(map[string]any)
		return ok && hasKey(entries, step.Inside())
	})
}

// hasKey reports whether an item has the key, as [ItemKey] prints it. Keys that the item
// leaves out have a default, which the server fills in.
func hasKey(item map[string]any, key string) bool {
	for name, v := range item {
		text := fmt.Sprintf("%s=%v", name, v)
		if s, isText := v.(string); isText {
			text = fmt.Sprintf("%s=%q", name, s)
		}
		if key == text {
			return true
		}
		if rest, ok := strings.CutPrefix(key, text+","); ok {
			return hasKey(item, rest)
		}
	}
	return false
}

// Put returns the tree with another value at a field path of drift; nil removes what is
// there. What the path leads through is copied. Where the tree does not have it, nothing changes, except that
// the last step may be new.
func Put(tree any, path string, value any) any {
	return put(tree, fieldpath.Read(path), value)
}

func put(tree any, path fieldpath.Path, value any) any {
	if len(path) == 0 {
		return value
	}
	switch t := tree.(type) {
	case map[string]any:
		name := path[0].Inside()
		before, ok := t[name]
		if !ok && (len(path) > 1 || value == nil) {
			return tree
		}
		out := maps.Clone(t)
		if out[name] = put(before, path[1:], value); out[name] == nil {
			delete(out, name)
		}
		return out
	case []any:
		i := itemAt(t, path[0])
		switch {
		case i < 0 && len(path) == 1 && value != nil:
			return append(slices.Clip(t), value)
		case i < 0:
			return tree
		}
		out := slices.Clone(t)
		if out[i] = put(t[i], path[1:], value); out[i] == nil {
			out = slices.Delete(out, i, i+1)
		}
		return out
	}
	return tree
}
