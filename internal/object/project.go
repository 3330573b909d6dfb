package object

import (
	"fmt"
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Project returns what the live tree has at the paths that the prior tree has: the
// state after a refresh. Items of keyed lists are matched by key and keep the prior order;
// atomic lists and maps are taken as a whole. A value that means the same as the prior
// one keeps the prior spelling, and a path that live lacks is left out. Fields that only
// live has, such as the API server's defaults, do not appear.
func Project(n *schema.Node, prior, live any) any {
	if Equal(n, prior, live) {
		return prior
	}
	if live == nil {
		return nil
	}
	switch n.Kind {
	case schema.Object:
		return projectObject(n, prior, live)
	case schema.Map:
		if n.ListType == schema.Atomic {
			return projectWholeMap(n, prior, live)
		}
		return projectEntries(prior, live, func(string) *schema.Node { return n.Elem })
	case schema.List:
		return projectList(n, prior, live)
	}
	return live
}

func projectObject(n *schema.Node, prior, live any) any {
	return projectEntries(prior, live, func(name string) *schema.Node {
		if f, ok := n.JSONField(name); ok {
			return f.Node
		}
		return nil
	})
}

func projectEntries(prior, live any, node func(string) *schema.Node) any {
	p, okP := prior.(map[string]any)
	l, okL := live.(map[string]any)
	if !okP || !okL {
		return live
	}
	out := map[string]any{}
	for name, v := range p {
		n := node(name)
		if n == nil {
			continue
		}
		if projected := Project(n, v, l[name]); projected != nil {
			out[name] = projected
		}
	}
	return out
}

func projectWholeMap(n *schema.Node, prior, live any) any {
	p, okP := prior.(map[string]any)
	l, okL := live.(map[string]any)
	if !okP || !okL {
		return live
	}
	out := make(map[string]any, len(l))
	for key, v := range l {
		if before, ok := p[key]; ok {
			v = Project(n.Elem, before, v)
		}
		out[key] = v
	}
	return out
}

func projectList(n *schema.Node, prior, live any) any {
	p, okP := prior.([]any)
	l, okL := live.([]any)
	if !okP || !okL {
		return live
	}
	switch n.ListType {
	case schema.ListMap:
		return projectKeyed(n, p, l)
	case schema.ListSet:
		return projectSet(n, p, l)
	}
	out := make([]any, len(l))
	for i, item := range l {
		if i < len(p) {
			item = Project(n.Elem, p[i], item)
		}
		out[i] = item
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
