package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Step is one step of a field path: a field or map key by name, or an item by its index
// or by the values of its keys.
type Step struct {
	// Name of the field or key; empty for a list item.
	Name string
	// Index of the item, -1 when the item is named by Keys or Name is set.
	Index int
	// Keys is the text between the brackets of an item named by its keys, such as `name="vllm"`.
	Keys string
}

// ParsePath reads a Kubernetes field path: names separated by dots, `[0]` for an item,
// `[name="x"]` or `[key]` for an item or entry by key, with or without a leading dot.
func ParsePath(text string) ([]Step, error) {
	var steps []Step
	rest := strings.TrimPrefix(text, ".")
	for rest != "" {
		if strings.HasPrefix(rest, "[") {
			inside, after, err := bracket(rest)
			if err != nil {
				return nil, fmt.Errorf("field path %q: %w", text, err)
			}
			steps = append(steps, bracketStep(inside))
			rest = strings.TrimPrefix(after, ".")
			continue
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 {
			return nil, fmt.Errorf("field path %q: a name is empty", text)
		}
		steps = append(steps, Step{Name: rest[:end], Index: -1})
		rest = strings.TrimPrefix(rest[end:], ".")
	}
	return steps, nil
}

// bracket splits "[inside]after", minding quotes.
func bracket(text string) (inside, after string, err error) {
	quoted := false
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quoted:
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ']' && !quoted:
			return text[1:i], text[i+1:], nil
		}
	}
	return "", "", fmt.Errorf("a bracket is not closed")
}

func bracketStep(inside string) Step {
	if i, err := strconv.Atoi(inside); err == nil && i >= 0 {
		return Step{Index: i}
	}
	if unquoted, err := strconv.Unquote(inside); err == nil {
		return Step{Name: unquoted, Index: -1}
	}
	if strings.Contains(inside, "=") {
		return Step{Index: -1, Keys: inside}
	}
	return Step{Name: inside, Index: -1}
}

// AttributePath leads from an attribute whose value has the shape n down the steps, and
// stops at the deepest attribute that exists: at JSON text, at an item whose index is
// not known, and at a step that the schema does not have.
func (n *Node) AttributePath(root path.Path, steps []Step) path.Path {
	at := root
	for _, s := range steps {
		switch {
		case n.Kind == Object && s.Name != "":
			f, ok := n.JSONField(s.Name)
			if !ok {
				return at
			}
			at, n = at.AtName(f.Name), f.Node
		case n.Kind == Map && s.Name != "":
			at, n = at.AtMapKey(s.Name), n.Elem
		case n.Kind == List && s.Name == "" && s.Index >= 0:
			at, n = at.AtListIndex(s.Index), n.Elem
		default:
			return at
		}
	}
	return at
}
