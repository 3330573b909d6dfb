package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// place is where an error is.
type place struct {
	path *field.Path
	// parent is the schema of what holds the value, schema that of the value; nil where the schema does not tell.
	parent, schema *structuralschema.Structural
	// value is nil when there is none.
	value any
}

// locate finds the place that the API server's validation means by a path. It joins
// names with dots whatever is in them, so that "limits.nvidia.com/gpu" can only be
// read beside the value and the schema: the longest name that exists is meant.
func (c *checker) locate(value any, text string) place {
	at := place{schema: c.structural, value: value}
	rest := strings.TrimPrefix(text, ".")
	for rest != "" {
		if inside, after, ok := leadingBracket(rest); ok {
			at.enterBracket(inside)
			rest = strings.TrimPrefix(after, ".")
			continue
		}
		name := at.longestName(rest)
		at.enterName(name)
		rest = strings.TrimPrefix(rest[len(name):], ".")
	}
	return at
}

// leadingBracket splits "[inside]after".
func leadingBracket(text string) (inside, after string, ok bool) {
	if !strings.HasPrefix(text, "[") {
		return "", "", false
	}
	return strings.Cut(text[1:], "]")
}

// longestName returns the longest beginning of text that is the name of a property or a key of
// the value, and else everything up to the next dot or bracket.
func (p *place) longestName(text string) string {
	longest := ""
	consider := func(name string) {
		if len(name) > len(longest) && within(text, name) {
			longest = name
		}
	}
	if p.schema != nil {
		for name := range p.schema.Properties {
			consider(name)
		}
	}
	if object, ok := p.value.(map[string]any); ok {
		for name := range object {
			consider(name)
		}
	}
	if longest == "" {
		// A leading dot or bracket that begins no known name is part of the name.
		end := strings.IndexAny(text[1:], ".[")
		if end < 0 {
			return text
		}
		longest = text[:end+1]
	}
	return longest
}

// enterBracket steps to a list item or, where there is no list, to an entry of a map.
func (p *place) enterBracket(inside string) {
	list, isList := p.value.([]any)
	index, err := strconv.Atoi(inside)
	if err != nil || !isList && (p.schema == nil || p.schema.Items == nil) {
		p.enterName(inside)
		return
	}
	next := place{path: p.path.Index(index), parent: p.schema}
	if p.schema != nil {
		next.schema = p.schema.Items
	}
	if index >= 0 && index < len(list) {
		next.value = list[index]
	}
	*p = next
}

// enterName steps to a property or to an entry of a map.
func (p *place) enterName(name string) {
	next := place{parent: p.schema}
	if object, ok := p.value.(map[string]any); ok {
		next.value = object[name]
	}
	isKey := false
	if p.schema != nil {
		if property, ok := p.schema.Properties[name]; ok {
			next.schema = &property
		} else if p.schema.AdditionalProperties != nil {
			next.schema, isKey = p.schema.AdditionalProperties.Structural, true
		}
	}
	if isKey {
		next.path = p.path.Key(name)
	} else {
		next.path = p.path.Child(name)
	}
	*p = next
}

// siblings lists the fields that the API has where the place is.
func (p *place) siblings() string {
	if p.parent == nil || len(p.parent.Properties) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(p.parent.Properties)), ", ")
}
