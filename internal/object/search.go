package object

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Search finds the first value of a tree that match accepts, and returns its field path below at: the fields of an object
// sorted by name, each before what it contains. match sees the name of the field, "" for an item of a list.
func Search(tree any, at string, match func(name string, value any) bool) (string, bool) {
	switch tree := tree.(type) {
	case []any:
		for i, item := range tree {
			below := fmt.Sprintf("%s[%d]", at, i)
			if match("", item) {
				return below, true
			}
			if found, ok := Search(item, below, match); ok {
				return found, true
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			below := at + "." + name
			if strings.ContainsAny(name, "./-") {
				below = at + "[" + name + "]"
			}
			if match(name, tree[name]) {
				return below, true
			}
			if found, ok := Search(tree[name], below, match); ok {
				return found, true
			}
		}
	}
	return "", false
}
