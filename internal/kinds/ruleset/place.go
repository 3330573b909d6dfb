package ruleset

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// place is where values are that a rule is about.
type place struct {
	// At is dotted JSON names from the root. "[]" stands for every item of a list and every entry of a map, "[0]" for the
	// first item, "=name" gives what it follows a name for the expressions, and $name at the beginning stands for each
	// place of a shorthand.
	At string `json:"at"`
	// When is an expression that is true where the place counts.
	When string `json:"when,omitempty"`

	steps []step
	when  []string
}

// UnmarshalJSON reads a place, which may be its At alone.
func (p *place) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &p.At) == nil {
		return nil
	}
	type plain place
	return json.Unmarshal(data, (*plain)(p))
}

// places are one place or several.
type places []place

// UnmarshalJSON reads a place or a list of them.
func (p *places) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, (*[]place)(p)) == nil {
		return nil
	}
	*p = make(places, 1)
	return json.Unmarshal(data, &(*p)[0])
}

// expand replaces shorthands and reads the steps. Without any place it is the root.
func (p places) expand(shorthands map[string]places) places {
	if len(p) == 0 {
		return places{{}}
	}
	var expanded places
	for _, one := range p {
		name, isShort := strings.CutPrefix(one.At, "$")
		rest := one.At
		above := places{{}}
		if isShort {
			end := strings.IndexAny(name+".", ".[=")
			above, rest = shorthands[name[:end]].expand(shorthands), strings.TrimPrefix(name[end:], ".")
		}
		for _, from := range above {
			from.steps = parseSteps(from.steps, rest)
			from.when = slices.Clip(from.when)
			if one.When != "" {
				from.when = append(from.when, one.When)
			}
			expanded = append(expanded, from)
		}
	}
	return expanded
}

// step leads from a value to one below it.
type step struct {
	// name is that of a field, or of a key of a map; empty for every item or entry.
	name string
	// as is what expressions call the value, if anything.
	as string
	// item is the one of a list, as [0], empty for every one.
	item string
}

func (s step) each() bool { return s.name == "" }

// parseSteps returns the steps above with those of a text.
func parseSteps(above []step, text string) []step {
	steps := slices.Clone(above)
	for text != "" {
		end := min(strings.IndexAny(text[1:]+".", ".[=")+1, len(text))
		word := text[:end]
		text = strings.TrimPrefix(text[end:], ".")
		switch {
		case word[0] == '=' && len(steps) > 0:
			steps[len(steps)-1].as = word[1:]
		case word == "[]":
			steps = append(steps, step{})
		case word[0] == '[':
			steps = append(steps, step{item: word})
		default:
			steps = append(steps, step{name: word})
		}
	}
	return steps
}

// visit is one value at a place.
type visit struct {
	self any
	path *field.Path
	// key is the key of the last entry, index the number of the last item.
	key   string
	index int
	// named are the items that the place gives a name, each as it was visited.
	named map[string]visit
}

// visits are the values at a place, in their order, entries of maps by their keys.
func (v visit) visits(steps []step) []visit {
	if len(steps) == 0 {
		return []visit{v}
	}
	to := steps[0]
	var found []visit
	add := func(self any, path *field.Path, key string, index int) {
		if self == nil {
			return
		}
		next := visit{self: self, path: path, key: key, index: index, named: v.named}
		if to.as != "" {
			next.named = maps.Clone(v.named)
			if next.named == nil {
				next.named = map[string]visit{}
			}
			next.named[to.as] = next
		}
		found = append(found, next.visits(steps[1:])...)
	}
	switch self := v.self.(type) {
	case map[string]any:
		if !to.each() {
			add(self[to.name], v.child(to.name), v.key, v.index)
			break
		}
		for _, key := range slices.Sorted(maps.Keys(self)) {
			add(self[key], v.path.Key(key), key, v.index)
		}
	case []any:
		for i, item := range self {
			if to.item == "" || to.item == fmt.Sprintf("[%d]", i) {
				add(item, v.path.Index(i), v.key, i)
			}
		}
	}
	return found
}

func (v visit) child(name string) *field.Path {
	if v.path == nil {
		return field.NewPath(name)
	}
	return v.path.Child(name)
}
