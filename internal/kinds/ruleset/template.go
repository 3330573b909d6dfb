package ruleset

import (
	"fmt"
	"strings"
)

// template is text with expressions in braces.
type template string

// part is a piece of a template: text, or the source of an expression.
type part struct {
	text       string
	expression bool
}

// parts splits a template at its braces.
func (t template) parts() ([]part, error) {
	var parts []part
	rest := string(t)
	for rest != "" {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			parts = append(parts, part{text: before})
		}
		if !found {
			break
		}
		expression, remaining, closed := strings.Cut(after, "}")
		if !closed {
			return nil, fmt.Errorf("a brace is not closed in %q", t)
		}
		parts, rest = append(parts, part{text: expression, expression: true}), remaining
	}
	return parts, nil
}
