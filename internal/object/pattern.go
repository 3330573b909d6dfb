package object

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/schema"
	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

// Pattern is a set of field paths of drift: everything at and below the paths that it
// spells. It is written as [Drift] prints them, with the fields named as in the API or as in Terraform:
// `spec.template.spec.containers[name="main"].image`. `*` stands for one name or for any
// part of a key, `[*]` for every item or entry, `**` for any number of steps.
type Pattern struct {
	// object limits the pattern to objects, as `<kind>/<name>` with `*` for any part;
	// empty for every object.
	object string
	steps  fieldpath.Path
}

// deep stands for any number of steps.
const deep fieldpath.Step = "**"

// ParsePattern reads a pattern: `<path>`, or `<kind>/<name>: <path>` as the warning of drift
// has it. The error says what is wrong with its form.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{}
	if before, after, cut := strings.Cut(text, ":"); cut && strings.Contains(before, "/") && !strings.Contains(before, "[") {
		p.object, text = strings.TrimSpace(before), after
	}
	text = strings.TrimSpace(text)
	steps, err := fieldpath.Parse(text)
	if err != nil {
		return p, err
	}
	if p.steps = unquoted(steps); len(p.steps) == 0 {
		return p, fmt.Errorf("field path %q: it is empty", text)
	}
	return p, nil
}

// Names reports whether the pattern is about an object, given as `<kind>/<name>`.
func (p Pattern) Names(object string) bool {
	return p.object == "" || glob(p.object, object)
}

// Object is the object that the pattern names, "" when it is about every object.
func (p Pattern) Object() string { return p.object }

// Matches reports whether a field path of drift is one of the pattern.
func (p Pattern) Matches(path string) bool {
	return matches(p.steps, unquoted(fieldpath.Read(path)))
}

// unquoted lets people leave out the quotation marks of keys.
func unquoted(path fieldpath.Path) fieldpath.Path {
	for i, step := range path {
		path[i] = fieldpath.Step(strings.ReplaceAll(string(step), `"`, ""))
	}
	return path
}

func matches(pattern, path fieldpath.Path) bool {
	switch {
	case len(pattern) == 0:
		return true
	case pattern[0] == deep:
		return matches(pattern[1:], path) || len(path) > 0 && matches(pattern, path[1:])
	case len(path) == 0:
		return false
	}
	return step(pattern[0], path[0]) && matches(pattern[1:], path[1:])
}

// step compares one step. A field may be named as the API names it or as Terraform does.
func step(pattern, path fieldpath.Step) bool {
	if pattern.Bracketed() != path.Bracketed() {
		return false
	}
	return glob(string(pattern), string(path)) || !path.Bracketed() && glob(string(pattern), schema.AttributeName(string(path)))
}

// glob compares text with a pattern in which `*` stands for any text.
func glob(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[last])
}

// Check finds out whether objects of the shape n can drift at the pattern. The error says
// which step they do not have, and what to write instead.
func (p Pattern) Check(n *schema.Node) error {
	nodes := []*schema.Node{driftable(n)}
	for i, to := range p.steps {
		next := below(nodes, to)
		if len(next) == 0 {
			return fmt.Errorf("%s", missing(nodes, p.steps[:i], to))
		}
		nodes = next
	}
	return nil
}

// driftable is the part of an object that is compared: its spec, labels and annotations.
func driftable(n *schema.Node) *schema.Node {
	part := func(n *schema.Node, names ...string) *schema.Node {
		out := &schema.Node{Kind: schema.Object}
		for _, name := range names {
			if f, ok := n.JSONField(name); ok {
				out.Fields = append(out.Fields, schema.Field{JSON: name, Name: f.Name, Node: f.Node})
			}
		}
		return out
	}
	root := part(n, "metadata", "spec")
	for i, f := range root.Fields {
		if f.JSON == "metadata" {
			root.Fields[i].Node = part(f.Node, "annotations", "labels")
		}
	}
	return root
}

// below returns the shapes that one step leads to from any of the nodes.
func below(nodes []*schema.Node, to fieldpath.Step) []*schema.Node {
	if to == deep {
		return descendants(nodes)
	}
	var out []*schema.Node
	for _, n := range nodes {
		for _, child := range childrenOf(n) {
			if child.matches(to) {
				out = append(out, child.node)
			}
		}
	}
	return out
}

// branch is a step from a shape to one that is compared by itself.
type branch struct {
	// name of a field; empty for the items of a list and the entries of a map.
	name string
	// keys identify an item; empty for an entry.
	keys []string
	node *schema.Node
}

// childrenOf returns where a comparison goes on from a shape: nowhere from what is applied as a whole.
func childrenOf(n *schema.Node) []branch {
	switch {
	case n.ListType == schema.Atomic:
		return nil
	case n.Kind == schema.Map:
		return []branch{{node: n.Elem}}
	case n.Kind == schema.List && n.ListType == schema.ListMap:
		return []branch{{keys: n.Keys, node: n.Elem}}
	case n.Kind != schema.Object:
		return nil
	}
	out := make([]branch, len(n.Fields))
	for i, f := range n.Fields {
		out[i] = branch{name: f.JSON, node: f.Node}
	}
	return out
}

func (b branch) matches(to fieldpath.Step) bool {
	switch {
	case b.name != "":
		return step(to, fieldpath.Field(b.name))
	case !to.Bracketed():
		return to == "*"
	case len(b.keys) == 0 || to == "[*]":
		return true
	}
	return strings.HasPrefix(to.Inside(), b.keys[0]+"=") && strings.Count(to.Inside(), "=") >= len(b.keys)
}

func descendants(nodes []*schema.Node) []*schema.Node {
	out := slices.Clone(nodes)
	seen := map[*schema.Node]bool{}
	for i := 0; i < len(out); i++ {
		for _, child := range childrenOf(out[i]) {
			if !seen[child.node] {
				seen[child.node] = true
				out = append(out, child.node)
			}
		}
	}
	return out
}

// missing says what stands where a step leads nowhere.
func missing(nodes []*schema.Node, before fieldpath.Path, to fieldpath.Step) string {
	at, names, hint := before.String(), []string(nil), ""
	for _, n := range nodes {
		for _, b := range childrenOf(n) {
			switch {
			case b.name != "":
				names = append(names, b.name)
			case len(b.keys) > 0:
				hint = fmt.Sprintf("the items of `%s` are named by key: write `%s[%s=\"...\"]`, or `%s[*]` for every one", at, at, strings.Join(b.keys, `="...",`), at)
			default:
				hint = fmt.Sprintf("the entries of `%s` are named in brackets: write `%s[%s]`", at, at, to.Inside())
			}
		}
	}
	if len(names) == 0 && hint == "" {
		return fmt.Sprintf("`%s` is compared as a whole, so nothing below it drifts by itself: write `%s`", at, at)
	}
	if len(names) == 0 {
		return hint
	}
	where := "the object"
	if at != "" {
		where = "`" + at + "`"
	}
	if near := spelling.Nearest(to.Inside(), names, 1+len(to.Inside())/3); len(near) > 0 {
		return fmt.Sprintf("%s has no field `%s`: write `%s`", where, to, append(slices.Clone(before), fieldpath.Field(near[0])))
	}
	slices.Sort(names)
	return fmt.Sprintf("%s has no field `%s`: write one of `%s`", where, to, strings.Join(slices.Compact(names), "`, `"))
}
