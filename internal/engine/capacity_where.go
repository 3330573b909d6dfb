package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
)

// where returns the attribute that a finding is about: the first in the configuration that
// has the first of the words that is there, as a key or as a value; `spec` where none has.
func (p *planner) where(about []string) path.Path {
	for _, word := range about {
		for _, root := range []struct {
			name string
			tree any
		}{{attrSpec, p.plan.object["spec"]}, {attrDirect, p.plan.options}} {
			if text, found := mention(root.tree, root.name, word); found {
				return p.shape.attributePath(text)
			}
		}
	}
	return path.Root(attrSpec)
}

// mention finds a word in a tree, and returns the field path of what bears it.
func mention(tree any, at, word string) (string, bool) {
	switch tree := tree.(type) {
	case string:
		return at, tree == word
	case []any:
		for i, item := range tree {
			if text, found := mention(item, fmt.Sprintf("%s[%d]", at, i), word); found {
				return text, true
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			below := at + "." + name
			if strings.ContainsAny(name, "./-") {
				below = at + "[" + name + "]"
			}
			if name == word {
				return below, true
			}
			if text, found := mention(tree[name], below, word); found {
				return text, true
			}
		}
	}
	return "", false
}
