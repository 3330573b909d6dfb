package object

import (
	"fmt"
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Project returns what the live tree has at the paths that the prior tree has: the
// state after a refresh. Items of keyed lists are matched by key and keep the prior
// order; atomic lists and maps are taken as a whole, without the defaults that prior does
// not spell out. A value that means the same as the prior one keeps the prior spelling,
// and a path that live lacks is left out. Fields that only live has, such as the API
// server's defaults, do not appear.
func Project(n *schema.Node, prior, live any) any {
	if Equal(n, prior, live) {
		return prior
	}
	switch l := live.(type) {
	case map[string]any:
		if p, ok := prior.(map[string]any); ok {
			return projectEntries(n, p, l)
		}
	case []any:
		if p, ok := prior.([]any); ok {
			return projectList(n, p, l)
		}
	}
	return live
}

func projectEntries(n *schema.Node, prior, live map[string]any) any {
	switch {
	case n.Kind == schema.Map && n.ListType == schema.Atomic:
		return projectWholeEntries(n, prior, live)
	case n.Kind != schema.Object && n.Kind != schema.Map && n.Kind != schema.JSON:
		return live
	}
	out := map[string]any{}
	for name, before := range prior {
		child := entryNode(n, name)
		after, found := live[name]
		if child == nil || n.Kind == schema.Map && !found {
			continue
		}
		if projected := Project(child, before, after); projected != nil {
			out[name] = projected
		}
	}
	return out
}

func projectList(n *schema.Node, prior, live []any) any {
	switch {
	case n.Kind == schema.JSON:
		return projectWholeList(n, prior, live)
	case n.Kind != schema.List:
		return live
	case n.ListType == schema.ListMap:
		return projectKeyed(n, prior, live)
	case n.ListType == schema.ListSet:
		return projectSet(n, prior, live)
	}
	return projectWholeList(n.Elem, prior, live)
}

func projectWholeList(elem *schema.Node, prior, live []any) any {
	out := make([]any, len(live))
	for i, item := range live {
		if i < len(prior) {
			out[i] = projectWhole(elem, prior[i], item)
		} else {
			out[i] = withoutDefaults(elem, item)
		}
	}
	return out
}

// projectWhole is a part of an atomic value. Where it still has what prior has, what it
// has beside that comes from the server; else it is another value, to be told in full.
func projectWhole(n *schema.Node, prior, live any) any {
	if Equal(n, prior, Project(n, prior, live)) {
		return prior
	}
	p, okP := prior.(map[string]any)
	l, okL := live.(map[string]any)
	if okP && okL {
		return projectWholeEntries(n, p, l)
	}
	return withoutDefaults(n, live)
}

func projectWholeEntries(n *schema.Node, prior, live map[string]any) any {
	out := make(map[string]any, len(live))
	for name, after := range live {
		child := entryNode(n, name)
		before, ok := prior[name]
		switch {
		case child == nil:
		case ok:
			out[name] = projectWhole(child, before, after)
		case !isDefault(n, name, after):
			out[name] = withoutDefaults(child, after)
		}
	}
	return out
}

func projectKeyed(n *schema.Node, prior, live []any) any {
	byKey := make(map[string]any, len(live))
	for _, item := range live {
		byKey[ItemKey(n, item)] = item
	}
	out := []any{}
	for _, item := range prior {
		match, ok := byKey[ItemKey(n, item)]
		if !ok {
			continue
		}
		out = append(out, Project(n.Elem, item, match))
	}
	return out
}

// projectSet keeps the prior order of the members that live still has.
func projectSet(n *schema.Node, prior, live []any) any {
	has := func(list []any, v any) bool {
		return slices.ContainsFunc(list, func(w any) bool { return Equal(n.Elem, v, w) })
	}
	out := []any{}
	for _, v := range prior {
		if has(live, v) {
			out = append(out, v)
		}
	}
	return out
}

// ItemKey identifies an item of a keyed list by its key fields, as
// `containerPort=8080,protocol="TCP"`. A key field that the item leaves out has its default.
func ItemKey(n *schema.Node, item any) string {
	entries, _ := item.(map[string]any)
	key := ""
	for i, name := range n.Keys {
		if i > 0 {
			key += ","
		}
		v, ok := entries[name]
		if !ok {
			if f, known := n.Elem.JSONField(name); known {
				v = f.Default
			}
		}
		if s, isText := v.(string); isText {
			key += fmt.Sprintf("%s=%q", name, s)
			continue
		}
		key += fmt.Sprintf("%s=%v", name, v)
	}
	return key
}
