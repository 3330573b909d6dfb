package object

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Prune returns which paths have to be removed from a live tree so that the given foreign
// fields go, in that order: the fields, the objects and lists that nothing is left in, and the
// items of keyed lists of which nothing but their key is left. What is applied stays.
func Prune(n *schema.Node, applied, live map[string]any, foreign []string) []string {
	p := pruning{node: n, applied: applied, tree: live}
	var keys []string
	for _, path := range foreign {
		if p.isKey(path) {
			keys = append(keys, path)
			continue
		}
		p.remove(path)
	}
	for _, path := range keys {
		if item := parent(path); p.isBare(item) {
			p.remove(item)
		}
	}
	return p.removed
}

type pruning struct {
	node    *schema.Node
	applied map[string]any
	tree    any
	removed []string
}

func (p *pruning) remove(path string) {
	if _, ok := At(p.tree, path); !ok {
		return
	}
	p.tree, p.removed = Put(p.tree, path, nil), append(p.removed, path)
	above := parent(path)
	if above == "" || parent(above) == "" {
		return
	}
	if _, isApplied := At(p.applied, above); isApplied {
		return
	}
	switch left, _ := At(p.tree, above); left := left.(type) {
	case map[string]any:
		if len(left) == 0 {
			p.remove(above)
		}
	case []any:
		if len(left) == 0 {
			p.remove(above)
		}
	}
}

// isKey reports whether a field identifies the item of a keyed list that it is in.
func (p *pruning) isKey(path string) bool {
	item := parent(path)
	list := nodeAt(p.node, parent(item))
	if list == nil || list.ListType != schema.ListMap {
		return false
	}
	return slices.Contains(list.Keys, leaf(path))
}

// isBare reports whether an item of a keyed list that is not applied has its key and defaults only.
func (p *pruning) isBare(item string) bool {
	if _, isApplied := At(p.applied, item); isApplied {
		return false
	}
	list := nodeAt(p.node, parent(item))
	left, _ := At(p.tree, item)
	entries, ok := left.(map[string]any)
	if !ok {
		return false
	}
	for name, v := range entries {
		if !slices.Contains(list.Keys, name) && !isDefault(list.Elem, name, v) {
			return false
		}
	}
	return true
}

// nodeAt is the shape at a field path of drift, nil where there is none.
func nodeAt(n *schema.Node, path string) *schema.Node {
	for _, step := range fieldpath.Read(path) {
		switch {
		case n == nil:
			return nil
		case step.Bracketed():
			n = n.Elem
		default:
			n = entryNode(n, step.Inside())
		}
	}
	return n
}

// parent is the field path above a path, "" above a field of the root.
func parent(path string) string {
	steps := fieldpath.Read(path)
	if len(steps) == 0 {
		return ""
	}
	return steps[:len(steps)-1].String()
}

// leaf is the field or the entry that a path leads to.
func leaf(path string) string {
	steps := fieldpath.Read(path)
	return steps[len(steps)-1].Inside()
}
