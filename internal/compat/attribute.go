package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Attribute is what users depend on of one attribute.
type Attribute struct {
	// Nesting is "object", "list", "set" or "map" for an attribute of objects, whose shape is
	// Type; empty for any other, whose type is Type.
	Nesting, Type                                                  string
	Required, Optional, Computed, Sensitive, WriteOnly, Deprecated bool
	// Default is what the documentation promises to whoever leaves it out.
	Default string
	// Values are those that the documentation allows; none when it lists none.
	Values []string
}

// mark is one word of the text of an attribute.
type mark struct {
	word string
	set  *bool
}

func (a *Attribute) marks() []mark {
	return []mark{
		{"required", &a.Required},
		{"optional", &a.Optional},
		{"computed", &a.Computed},
		{"sensitive", &a.Sensitive},
		{"write-only", &a.WriteOnly},
		{"deprecated", &a.Deprecated},
	}
}

// kind is the type as a reader sees it.
func (a Attribute) kind() string {
	if a.Nesting == "" {
		return a.Type
	}
	return a.Nesting + " " + a.Type
}

// separator is between the parts of the text of an attribute.
const separator = "; "

// MarshalText implements [encoding.TextMarshaler]: "optional computed; list chat.spec; default 1; values a|b".
func (a Attribute) MarshalText() ([]byte, error) { //nolint:unparam // the interface has an error
	var words []string
	for _, m := range a.marks() {
		if *m.set {
			words = append(words, m.word)
		}
	}
	parts := []string{strings.Join(words, " "), a.kind()}
	if a.Default != "" {
		parts = append(parts, "default "+a.Default)
	}
	if len(a.Values) > 0 {
		parts = append(parts, "values "+strings.Join(a.Values, "|"))
	}
	return []byte(strings.Join(parts, separator)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Attribute) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), separator)
	if len(parts) < 2 {
		return fmt.Errorf("%q is not an attribute: flags and a type are missing", text)
	}
	words := strings.Fields(parts[0])
	for _, m := range a.marks() {
		*m.set = slices.Contains(words, m.word)
	}
	a.Type = parts[1]
	if nesting, shape, nested := strings.Cut(parts[1], " "); nested && slices.Contains(nestings[:], nesting) {
		a.Nesting, a.Type = nesting, shape
	}
	for _, part := range parts[2:] {
		name, value, _ := strings.Cut(part, " ")
		switch name {
		case "default":
			a.Default = value
		case "values":
			a.Values = strings.Split(value, "|")
		default:
			return fmt.Errorf("%q is not an attribute: %q is neither a default nor values", text, part)
		}
	}
	return nil
}

// nestings are in the order of the protocol.
var nestings = [...]string{
	tfprotov6.SchemaObjectNestingModeSingle: "object",
	tfprotov6.SchemaObjectNestingModeList:   "list",
	tfprotov6.SchemaObjectNestingModeSet:    "set",
	tfprotov6.SchemaObjectNestingModeMap:    "map",
}

// The sentences of descriptions that promise something; internal/schema writes them for the fields of an API.
var (
	defaultSentence = regexp.MustCompile("Default `([^`;]+)`\\.")
	valuesSentence  = regexp.MustCompile("One of ((?:`[^`;|]+`(?:, )?)+)\\.")
)

// attributeOf is the attribute of the protocol; nested types are the caller's.
func attributeOf(a *tfprotov6.SchemaAttribute) Attribute {
	out := Attribute{Required: a.Required, Optional: a.Optional, Computed: a.Computed, Sensitive: a.Sensitive, WriteOnly: a.WriteOnly, Deprecated: a.Deprecated}
	if a.Type != nil {
		out.Type = typeText(a.Type)
	}
	if !a.Required && !a.Optional {
		return out
	}
	if said := defaultSentence.FindStringSubmatch(a.Description); said != nil {
		out.Default = said[1]
	}
	if said := valuesSentence.FindStringSubmatch(a.Description); said != nil {
		out.Values = strings.Split(strings.ReplaceAll(said[1], "`", ""), ", ")
	}
	return out
}
