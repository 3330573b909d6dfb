package object

import (
	"maps"
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Added finds what a stored tree has beside the sent one, in spec, labels and annotations:
// fields that nobody sent, entries of maps, and items of keyed lists. It leaves out defaults of
// the table, empty values, and what the tree before, nil where there was none, had already. Lists
// that are applied as a whole are not looked into.
//
// The defaults of Kubernetes' own workloads are not in the table, so entriesOnly looks for
// what no default is: entries of maps and items of keyed lists.
func Added(n *schema.Node, sent, stored, before map[string]any, entriesOnly bool) []Drift {
	a := addition{entriesOnly: entriesOnly}
	for _, f := range n.Fields {
		if f.JSON == "spec" {
			a.walk(f.Node, sent[f.JSON], stored[f.JSON], before[f.JSON], f.JSON)
		}
	}
	if f, ok := n.JSONField("metadata"); ok {
		metadata := func(tree map[string]any) map[string]any { m, _ := tree["metadata"].(map[string]any); return m }
		for _, name := range []string{"annotations", "labels"} {
			if child, ok := f.Node.JSONField(name); ok {
				a.walk(child.Node, metadata(sent)[name], metadata(stored)[name], metadata(before)[name], "metadata."+name)
			}
		}
	}
	return a.found
}

type addition struct {
	entriesOnly bool
	found       []Drift
}

func (a *addition) walk(n *schema.Node, sent, stored, before any, text string) {
	switch {
	case n.ListType == schema.Atomic:
	case n.Kind == schema.Object || n.Kind == schema.Map:
		a.entries(n, sent, stored, before, text)
	case n.Kind == schema.List && n.ListType == schema.ListMap:
		a.items(n, sent, stored, before, text)
	}
}

func (a *addition) entries(n *schema.Node, sent, stored, before any, text string) {
	s, _ := sent.(map[string]any)
	l, _ := stored.(map[string]any)
	b, _ := before.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(l)) {
		child := entryNode(n, name)
		if child == nil {
			continue
		}
		at := entryText(n, text, name)
		_, wasSent := s[name]
		nested := child.ListType != schema.Atomic && (child.Kind == schema.Object || child.Kind == schema.Map || child.Kind == schema.List && child.ListType == schema.ListMap)
		switch {
		case wasSent || nested && a.entriesOnly && n.Kind == schema.Object:
			a.walk(child, s[name], l[name], b[name], at)
		case n.Kind == schema.Object && (a.entriesOnly && child.Kind != schema.Map || isDefault(n, name, l[name]) || empty(child, withoutDefaults(child, l[name]))):
		default:
			a.add(child, l[name], b[name], at)
		}
	}
}

func (a *addition) items(n *schema.Node, sent, stored, before any, text string) {
	byKey := func(list any) map[string]any {
		out := map[string]any{}
		items, _ := list.([]any)
		for _, item := range items {
			out[ItemKey(n, item)] = item
		}
		return out
	}
	s, b := byKey(sent), byKey(before)
	items, _ := stored.([]any)
	for _, item := range items {
		key := ItemKey(n, item)
		at := text + "[" + key + "]"
		if mine, wasSent := s[key]; wasSent {
			a.walk(n.Elem, mine, item, b[key], at)
			continue
		}
		a.add(n.Elem, item, b[key], at)
	}
}

func (a *addition) add(n *schema.Node, stored, before any, text string) {
	if before != nil && Equal(n, before, stored) {
		return
	}
	a.found = append(a.found, Drift{Path: text, Class: Foreign, Live: asJSON(withoutDefaults(n, stored))})
}
