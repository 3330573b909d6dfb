// Package fieldpath reads the paths by which Kubernetes names the parts of an object: `spec.containers[0].image`. The same
// form, with an item named by its keys or every item meant, is what drift, references, rules and releases are written in.
package fieldpath

import (
	"fmt"
	"strconv"
	"strings"
)

// Step is one step of a path, as it is written: `spec`, `[0]`, `[name="vllm"]`, `[nvidia.com/gpu]`, or `[]` for every item.
type Step string

// Path leads from an object to a part of it.
type Path []Step

// Every is the step to every item of a list.
const Every Step = "[]"

// Field is the step to a field.
func Field(name string) Step { return Step(name) }

// Index is the step to an item of a list.
func Index(i int) Step { return Step("[" + strconv.Itoa(i) + "]") }

// Parse reads a path: names separated by dots and steps in brackets, with or without a leading dot.
func Parse(text string) (Path, error) {
	var path Path
	rest := strings.TrimPrefix(text, ".")
	for rest != "" {
		step, after, err := Cut(rest)
		if err != nil {
			return nil, fmt.Errorf("field path %q: %w", text, err)
		}
		path, rest = append(path, step), after
	}
	return path, nil
}

// Read is [Parse] for a path that a program has written. One that cannot be read leads nowhere.
func Read(text string) Path {
	path, err := Parse(text)
	if err != nil {
		return Path{Step(text)}
	}
	return path
}

// Cut splits a path that is not empty into its first step and the rest. Dots and brackets between quotes belong to a key.
func Cut(text string) (Step, string, error) {
	end := strings.IndexAny(text, ".[")
	switch {
	case end < 0:
		return Step(text), "", nil
	case end == 0 && text[0] == '.':
		return "", "", fmt.Errorf("a name is empty")
	case end == 0:
		if end = closing(text); end < 0 {
			return "", "", fmt.Errorf("a bracket is not closed")
		}
	}
	return Step(text[:end]), strings.TrimPrefix(text[end:], "."), nil
}

// closing is where the bracket ends that a text begins with, -1 where it does not.
func closing(text string) int {
	quoted := false
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quoted:
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ']' && !quoted:
			return i + 1
		}
	}
	return -1
}

// String is the path as it is written.
func (p Path) String() string {
	var text strings.Builder
	for i, step := range p {
		if i > 0 && !step.Bracketed() {
			text.WriteByte('.')
		}
		text.WriteString(string(step))
	}
	return text.String()
}

// Bracketed reports whether the step is written in brackets.
func (s Step) Bracketed() bool { return strings.HasPrefix(string(s), "[") }

// Inside is the text between the brackets of a step, or all of it.
func (s Step) Inside() string {
	if s.Bracketed() {
		return string(s[1 : len(s)-1])
	}
	return string(s)
}

// Name is the field or the key of a map that the step leads to, "" for a step to an item of a list.
func (s Step) Name() string {
	inside := s.Inside()
	if !s.Bracketed() {
		return inside
	}
	if unquoted, err := strconv.Unquote(inside); err == nil {
		return unquoted
	}
	if _, isIndex := s.Index(); isIndex || s.Keys() != "" {
		return ""
	}
	return inside
}

// Index is the number of the item that the step leads to; false for any other step.
func (s Step) Index() (int, bool) {
	if !s.Bracketed() {
		return 0, false
	}
	i, err := strconv.Atoi(s.Inside())
	return i, err == nil && i >= 0
}

// Keys is what tells the item that the step leads to, such as `name="vllm"`; "" for any other step.
func (s Step) Keys() string {
	inside := s.Inside()
	if _, err := strconv.Unquote(inside); err == nil || !s.Bracketed() || !strings.Contains(inside, "=") {
		return ""
	}
	return inside
}

// Same reports whether two steps lead to the same part, however they are written.
func (s Step) Same(other Step) bool {
	return s == other || s.Name() != "" && s.Name() == other.Name()
}

// Values are what stands at a path of names, in an object, with [Every] for all items of a list.
func (p Path) Values(tree any) []any {
	values := []any{tree}
	for _, step := range p {
		var below []any
		for _, value := range values {
			items, isList := value.([]any)
			fields, _ := value.(map[string]any)
			child, ok := fields[step.Name()]
			switch {
			case step == Every && isList:
				below = append(below, items...)
			case ok && step != Every:
				below = append(below, child)
			}
		}
		values = below
	}
	return values
}
