package engines

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Finding is a mistake in a command line.
type Finding struct {
	// Word is the index of the word that is wrong, and Value what is wrong about it.
	Word  int
	Value string
	// Detail says why, and what to do.
	Detail string
}

// Unknown finds arguments that the version of an engine does not have, with which it does not start.
func (e Engine) Unknown(words []string, from int, version string) []Finding {
	if !e.Knows(version) {
		return nil
	}
	versions := e.around(version)
	var all []Finding
	for _, g := range e.Read(words, from, versions) {
		if g.Loose && g.Argument == nil || g.Argument != nil && g.Argument.in(versions) {
			continue
		}
		all = append(all, Finding{g.Word, g.Name, fmt.Sprintf("%s %s does not start with it: %s", e.Name, version, e.remedy(g, versions))})
	}
	return all
}

// remedy says what to do about an argument that none of the versions has.
func (e Engine) remedy(g Given, versions []release) string {
	if !e.Syntax.Joined {
		if name, _, joined := strings.Cut(g.Name, "="); joined && e.find(name, versions) != nil {
			return "it takes the value in a word of its own, after " + name
		}
	}
	a := g.Argument
	if a == nil {
		if near := nearest(g.Name, e.namesOf(versions)); near != "" {
			return fmt.Sprintf("did you mean %s?", near)
		}
		return "there is no such argument; remove it"
	}
	if a.until != nil && slices.Compare(versions[0], a.until) >= 0 {
		if a.ReplacedBy != "" {
			return fmt.Sprintf("it is gone since %s; %s takes its place", a.Until, a.ReplacedBy)
		}
		return fmt.Sprintf("it is gone since %s; remove it", a.Until)
	}
	return fmt.Sprintf("%s is known to have it; name an image of that version or later, or remove it", a.Since)
}

// Misspelt finds arguments that no version has and that are near to one, for an image that does not tell its version.
func (e Engine) Misspelt(words []string, from int) []Finding {
	var all []Finding
	for _, g := range e.Read(words, from, nil) {
		if g.Loose || g.Argument != nil {
			continue
		}
		if near := nearest(g.Name, e.namesOf(nil)); near != "" {
			all = append(all, Finding{g.Word, g.Name, fmt.Sprintf("no version of %s is known to have it: did you mean %s?", e.Name, near)})
		}
	}
	return all
}

// namesOf are the names of the arguments of any of the versions, of all where none is given.
func (e Engine) namesOf(versions []release) []string {
	var names []string
	for i := range e.Known().Arguments {
		if a := &e.Known().Arguments[i]; len(versions) == 0 || a.in(versions) {
			names = append(names, a.names...)
		}
	}
	return names
}

// Values finds values that the version of an engine refuses to start with.
func (e Engine) Values(words []string, from int, version string) []Finding {
	if !e.Knows(version) {
		return nil
	}
	versions := e.around(version)
	var all []Finding
	for _, g := range e.Read(words, from, versions) {
		if g.Loose || g.Argument == nil || !g.Argument.in(versions) {
			continue
		}
		if why := e.refuses(g); why != "" {
			at, value := g.ValueAt, g.Value
			if !g.HasValue {
				value = g.Name
			}
			all = append(all, Finding{at, value, fmt.Sprintf("%s of %s %s %s", g.Name, e.Name, version, why)})
		}
	}
	return all
}

var (
	number  = regexp.MustCompile(`^[+-]?(\d[\d_]*\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
	whole   = regexp.MustCompile(`^\s*[+-]?\d[\d_]*\s*$`)
	amount  = regexp.MustCompile(`^\s*([+-]?\d[\d_]*|\d+(\.\d+)?[kKmMgGtT]|(?i:auto))\s*$`)
	decimal = regexp.MustCompile(`^\s*[+-]?(\d[\d_]*\.?\d*|\.\d+|(?i:inf|infinity|nan))([eE][+-]?\d+)?\s*$`)
	begins  = regexp.MustCompile(`^\s*[+-]?\d`)
	suffix  = regexp.MustCompile(`\d[kKmMgGtT]\b`)
)

// refuses says what the value of an argument has to be, "" where it may be what it is.
func (e Engine) refuses(g Given) string {
	a := g.Argument
	switch {
	case a.Type == Flag || slices.Contains(a.Negations, g.Name):
		if g.Joined && !undecided(g.Value) {
			return "takes no value; write the name alone"
		}
		return ""
	case a.Type == AnyValue || a.Values != "" && !g.HasValue:
		return ""
	case !g.HasValue:
		return "needs a value"
	case undecided(g.Value) || e.Syntax.None && (g.Value == "" || strings.EqualFold(g.Value, "None")):
		return ""
	case len(a.Choices) > 0:
		if !slices.Contains(a.Choices, g.Value) {
			return "is one of " + strings.Join(a.Choices, ", ")
		}
		return ""
	}
	return refused(a.Type, g.Value, !e.Syntax.Joined)
}

// refused says what a value of a type has to be. A lenient engine reads as much of a number as there is.
func refused(t Type, value string, lenient bool) string {
	switch t {
	case Integer:
		if !whole.MatchString(value) && (!lenient || !begins.MatchString(value)) {
			return "is a whole number"
		}
	case Size:
		if !amount.MatchString(value) {
			return "is a whole number, with a suffix such as k if need be"
		}
	case Float:
		if !decimal.MatchString(value) {
			return "is a number"
		}
	case JSON:
		text := strings.TrimSpace(value)
		if strings.HasPrefix(text, "{") && !json.Valid([]byte(text)) && !suffix.MatchString(text) {
			return "is JSON, with names and texts in double quotes"
		}
	}
	return ""
}

// Repeated finds arguments that are given twice with different values, of which an engine takes one: each pair in its order.
func (e Engine) Repeated(words []string, from int, version string) [][2]Given {
	var versions []release
	if e.Knows(version) {
		versions = e.around(version)
	}
	first := map[*Argument]Given{}
	var all [][2]Given
	for _, g := range e.Read(words, from, versions) {
		a := g.Argument
		if a == nil || g.Loose || a.Repeatable || a.Type == Flag || a.Type == AnyValue || a.Values == "*" || !g.HasValue {
			continue
		}
		before, again := first[a]
		if !again {
			first[a] = g
			continue
		}
		if before.Value != g.Value {
			all = append(all, [2]Given{before, g})
		}
	}
	return all
}
