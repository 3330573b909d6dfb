package ruleset

import (
	"fmt"
	"strings"
)

// template is text with expressions in braces. A brace of the text itself is written twice.
type template string

// part is a piece of a template: text, or the source of an expression.
type part struct {
	text       string
	expression bool
}

// parts splits a template at its braces.
func (t template) parts() ([]part, error) {
	var parts []part
	var text strings.Builder
	for rest := string(t); rest != ""; {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			text.WriteString(rest)
			break
		}
		text.WriteString(rest[:i])
		brace := rest[i : i+1]
		rest = rest[i+1:]
		switch {
		case strings.HasPrefix(rest, brace):
			text.WriteString(brace)
			rest = rest[1:]
			continue
		case brace == "}":
			return nil, fmt.Errorf("a brace closes nothing in %q", t)
		}
		expression, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("a brace is not closed in %q", t)
		}
		if text.Len() > 0 {
			parts = append(parts, part{text: text.String()})
			text.Reset()
		}
		parts, rest = append(parts, part{text: expression, expression: true}), after
	}
	if text.Len() > 0 {
		parts = append(parts, part{text: text.String()})
	}
	return parts, nil
}
