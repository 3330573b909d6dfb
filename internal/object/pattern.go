package object

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Pattern is a set of field paths of drift: everything at and below the paths that it
// spells. It is written as [Drift] prints them, with the fields named as in the API or as in Terraform:
// `spec.template.spec.containers[name="main"].image`. `*` stands for one name or for any
// part of a key, `[*]` for every item or entry, `**` for any number of steps.
type Pattern struct {
	// object limits the pattern to objects, as `<kind>/<name>` with `*` for any part;
	// empty for every object.
	object string
	tokens []string
}

// deep is the token for any number of steps.
const deep = "**"

// ParsePattern reads a pattern: `<path>`, or `<kind>/<name>: <path>` as the warning of drift
// has it. The error says what is wrong with its form.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{}
	if before, after, cut := strings.Cut(text, ":"); cut && strings.Contains(before, "/") && !strings.Contains(before, "[") {
		p.object, text = strings.TrimSpace(before), after
	}
	text = strings.TrimSpace(text)
	if _, err := schema.ParsePath(text); err != nil {
		return p, err
	}
	for _, token := range pathTokens(text) {
		p.tokens = append(p.tokens, strings.ReplaceAll(token, `"`, ""))
	}
	if len(p.tokens) == 0 {
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
	tokens := pathTokens(path)
	for i, token := range tokens {
		tokens[i] = strings.ReplaceAll(token, `"`, "")
	}
	return matches(p.tokens, tokens)
}

func matches(pattern, path []string) bool {
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

// step compares one token. A field may be named as the API names it or as Terraform does.
func step(pattern, token string) bool {
	if strings.HasPrefix(pattern, "[") != strings.HasPrefix(token, "[") {
		return false
	}
	return glob(pattern, token) || !strings.HasPrefix(token, "[") && glob(pattern, schema.AttributeName(token))
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
	for i, token := range p.tokens {
		next := below(nodes, token)
		if len(next) == 0 {
			return fmt.Errorf("%s", missing(nodes, p.tokens[:i], token))
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
func below(nodes []*schema.Node, token string) []*schema.Node {
	if token == deep {
		return descendants(nodes)
	}
	var out []*schema.Node
	for _, n := range nodes {
		for _, child := range childrenOf(n) {
			if child.matches(token) {
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

func (b branch) matches(token string) bool {
	inside, bracketed := strings.CutPrefix(token, "[")
	switch {
	case b.name != "":
		return step(token, b.name)
	case !bracketed:
		return token == "*"
	case len(b.keys) == 0 || token == "[*]":
		return true
	}
	return strings.HasPrefix(inside, b.keys[0]+"=") && strings.Count(inside, "=") >= len(b.keys)
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
func missing(nodes []*schema.Node, before []string, token string) string {
	at, names, hint := joinTokens(before), []string(nil), ""
	for _, n := range nodes {
		for _, b := range childrenOf(n) {
			switch {
			case b.name != "":
				names = append(names, b.name)
			case len(b.keys) > 0:
				hint = fmt.Sprintf("the items of `%s` are named by key: write `%s[%s=\"...\"]`, or `%s[*]` for every one", at, at, strings.Join(b.keys, `="...",`), at)
			default:
				hint = fmt.Sprintf("the entries of `%s` are named in brackets: write `%s[%s]`", at, at, strings.Trim(token, "[]"))
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
	if nearest := closest(strings.Trim(token, "[]"), names); nearest != "" {
		return fmt.Sprintf("%s has no field `%s`: write `%s`", where, token, joinTokens(append(slices.Clone(before), nearest)))
	}
	slices.Sort(names)
	return fmt.Sprintf("%s has no field `%s`: write one of `%s`", where, token, strings.Join(slices.Compact(names), "`, `"))
}

// closest returns the name that is spelled most like the text, "" when none is.
func closest(text string, names []string) string {
	text = strings.ToLower(strings.ReplaceAll(text, "_", ""))
	best, least := "", 1+len(text)/3
	for _, name := range names {
		if d := distance(text, strings.ToLower(name)); d <= least {
			best, least = name, d-1
		}
	}
	return best
}

// distance is how many letters have to be added, removed or replaced to get from one text to the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, corner+1, row[j]+1)
		}
	}
	return row[len(b)]
}
