package object

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// CheckRelease finds what a release, one of the known ones, cannot express of an object in
// hub form: fields that it lacks, also inside JSON text, and fields
// that it requires but that are neither set nor among the unknown paths.
func CheckRelease(root *schema.Node, d Release, known []Release, tree map[string]any, unknown []string) field.ErrorList {
	var errs field.ErrorList
	for _, at := range lacking(root, d, tree) {
		advice := "which no other has either; remove it"
		if where := Availability(known, func(other Release) bool { return expresses(root, other, tree, at) }); where != "" {
			advice = "which is there " + where + "; remove it, or use a cluster with a release that has it"
		}
		errs = append(errs, field.Forbidden(at, fmt.Sprintf("the release %s of the API does not have this field, %s", d.Name, advice)))
	}
	for _, text := range d.Requires {
		if _, set := lookup(tree, strings.Split(text, ".")); set || slices.ContainsFunc(unknown, func(u string) bool { return Within(text, u) || Within(u, text) }) {
			continue
		}
		at := field.NewPath(text)
		errs = append(errs, field.Required(at, fmt.Sprintf("the release %s of the API requires it; set it, or use a cluster with a later release", d.Name)))
	}
	return errs
}

// Availability says in which of the releases, the oldest first, something is: "from v0.1.4" or
// "only in v0.1.0". It is empty when none has it.
func Availability(known []Release, has func(Release) bool) string {
	var in []string
	for _, d := range known {
		if has(d) {
			in = append(in, d.Name)
		}
	}
	switch {
	case len(in) == 0:
		return ""
	case in[len(in)-1] == known[len(known)-1].Name:
		return "from " + in[0]
	}
	return "only in " + strings.Join(in, " and ")
}

// expresses reports whether a release has the field of a tree at a path.
func expresses(root *schema.Node, d Release, tree map[string]any, at *field.Path) bool {
	return !slices.ContainsFunc(lacking(root, d, tree), func(missing *field.Path) bool { return Within(at.String(), missing.String()) })
}

// lacking are the paths of the fields of a tree that a release does not have, the outermost of each.
func lacking(root *schema.Node, d Release, tree map[string]any) []*field.Path {
	lacks := make(map[string]bool, len(d.Lacks))
	for _, name := range d.Lacks {
		lacks[name] = true
	}
	var found []*field.Path
	var walk func(n *schema.Node, tree any, at *field.Path)
	walk = func(n *schema.Node, tree any, at *field.Path) {
		if n = shapeOf(n); n == nil {
			return
		}
		switch tree := tree.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(tree)) {
				if n.Kind == schema.Map {
					walk(n.Elem, tree[name], at.Key(name))
					continue
				}
				f, ok := n.JSONField(name)
				switch below := at.Child(name); {
				case !ok:
				case lacks[n.Definition+"."+name]:
					found = append(found, below)
				default:
					walk(f.Node, tree[name], below)
				}
			}
		case []any:
			if n.Kind != schema.List {
				return
			}
			for i, item := range tree {
				walk(n.Elem, item, at.Index(i))
			}
		}
	}
	walk(root, tree, nil)
	return found
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
