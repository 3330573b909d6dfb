package object

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// CheckDialect finds what a generation cannot express of an object in the vocabulary of
// the definitions table: fields that it lacks, and fields that it requires but that are
// neither set nor among the unknown paths.
func CheckDialect(root *schema.Node, d Dialect, tree map[string]any, unknown []string) field.ErrorList {
	lacks := make(map[string]bool, len(d.Lacks))
	for _, name := range d.Lacks {
		lacks[name] = true
	}
	c := dialectCheck{dialect: d, lacks: lacks}
	c.walk(root, tree, nil)
	for _, text := range d.Requires {
		if _, set := lookup(tree, strings.Split(text, ".")); set || slices.ContainsFunc(unknown, func(u string) bool { return Within(text, u) || Within(u, text) }) {
			continue
		}
		at := field.NewPath(text)
		c.errs = append(c.errs, field.Required(at, fmt.Sprintf("the generation %s of the API requires it; set it, or use a cluster with a later generation", d.Name)))
	}
	return c.errs
}

type dialectCheck struct {
	dialect Dialect
	lacks   map[string]bool
	errs    field.ErrorList
}

func (c *dialectCheck) walk(n *schema.Node, tree any, at *field.Path) {
	switch tree := tree.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			if n.Kind == schema.Map {
				c.walk(n.Elem, tree[name], at.Key(name))
				continue
			}
			f, ok := n.JSONField(name)
			if !ok {
				continue
			}
			below := childOf(at, name)
			if c.lacks[n.Definition+"."+name] {
				c.errs = append(c.errs, field.Forbidden(below, fmt.Sprintf(
					"the generation %s of the API does not have this field; remove it, or use a cluster with a generation that has it", c.dialect.Name)))
				continue
			}
			c.walk(f.Node, tree[name], below)
		}
	case []any:
		if n.Kind != schema.List {
			return
		}
		for i, item := range tree {
			c.walk(n.Elem, item, at.Index(i))
		}
	}
}

func childOf(at *field.Path, name string) *field.Path {
	if at == nil {
		return field.NewPath(name)
	}
	return at.Child(name)
}

// lookup follows names through a tree of objects.
func lookup(tree any, names []string) (any, bool) {
	for _, name := range names {
		entries, ok := tree.(map[string]any)
		if !ok {
			return nil, false
		}
		if tree, ok = entries[name]; !ok {
			return nil, false
		}
	}
	return tree, true
}

// Within reports whether the field path inner is outer or lies below it.
func Within(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
