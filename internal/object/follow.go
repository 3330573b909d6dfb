package object

import (
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// find follows a managed-fields path through a tree to a value that is not just the API's default.
func find(n *schema.Node, tree any, path fieldpath.Path) (got any, text string, ok bool) {
	f := follow(n, tree, path)
	return f.value, f.text, f.ok && !f.isDefault
}

// found is what stands at a managed-fields path of a tree.
type found struct {
	node  *schema.Node
	value any
	// text is the path as drift prints it.
	text string
	ok   bool
	// isDefault is true when the value, or one around it, is the API's default.
	isDefault bool
}

func follow(n *schema.Node, tree any, path fieldpath.Path) found {
	f := found{node: n, value: tree}
	for _, element := range path {
		switch {
		case element.FieldName != nil:
			entries, isMap := f.value.(map[string]any)
			if !isMap || f.node == nil {
				return found{}
			}
			name := *element.FieldName
			f.isDefault = f.isDefault || isDefault(f.node, name, entries[name])
			f.value, f.text = entries[name], entryText(f.node, f.text, name)
			if f.node = entryNode(f.node, name); f.node == nil {
				return found{}
			}
		case element.Key != nil && f.node != nil && f.node.Kind == schema.List:
			item, key, ok := findItem(f.node, f.value, *element.Key)
			if !ok {
				return found{}
			}
			f.value, f.node, f.text = item, f.node.Elem, f.text+"["+key+"]"
		default:
			f.ok = f.value != nil
			return f
		}
	}
	f.ok = f.value != nil
	return f
}

func findItem(n *schema.Node, tree any, key value.FieldList) (any, string, bool) {
	items, _ := tree.([]any)
	for _, item := range items {
		element, ok := keyElement(n, item)
		if ok && element.Key.Compare(key) == 0 {
			return item, ItemKey(n, item), true
		}
	}
	return nil, "", false
}
