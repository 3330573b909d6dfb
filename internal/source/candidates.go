package source

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// typed are the blocks of a type, by the text that tells most of them apart, such as the name of an object: without it, every
// value of a large configuration would be compared with every block.
type typed struct {
	// blocks are all of them, in their order.
	blocks []*block
	// path is where the text stands, as names of attributes; nil where none of the blocks has any.
	path []string
	// with has the places in blocks of those that have a text at the path, and rest of those where it has to be computed.
	with map[string][]int
	rest []int
}

// key is what the blocks of a type are found by.
type key struct {
	mode     Mode
	typeName string
}

// sortOut orders the blocks that are no mocks by their types.
func sortOut(all []*block) map[key]*typed {
	out := map[key]*typed{}
	for _, b := range all {
		if b.mock != nil {
			continue
		}
		k := key{b.mode, b.typeName}
		if out[k] == nil {
			out[k] = &typed{}
		}
		out[k].blocks = append(out[k].blocks, b)
	}
	for _, t := range out {
		t.tellApart()
	}
	return out
}

// tellApart finds the path at which the blocks have the most different texts.
func (t *typed) tellApart() {
	at := map[[2]string]map[string][]int{}
	for i, b := range t.blocks {
		for path, text := range b.texts() {
			if at[path] == nil {
				at[path] = map[string][]int{}
			}
			at[path][text] = append(at[path][text], i)
		}
	}
	var best [2]string
	for path, with := range at {
		if len(with) > len(t.with) || len(with) == len(t.with) && slices.Compare(path[:], best[:]) < 0 {
			best, t.with = path, with
		}
	}
	if t.with == nil {
		return
	}
	t.path = slices.DeleteFunc(best[:], func(name string) bool { return name == "" })
	has := make([]bool, len(t.blocks))
	for _, those := range t.with {
		for _, i := range those {
			has[i] = true
		}
	}
	for i := range t.blocks {
		if !has[i] {
			t.rest = append(t.rest, i)
		}
	}
}

// texts are those that a block has as they are written, in its arguments and one level below, by the one or two names that lead there.
func (b *block) texts() map[[2]string]string {
	out := map[[2]string]string{}
	add := func(expr hcl.Expression, of *shape, path [2]string) {
		if of.nesting != leaf {
			return
		}
		if text, ok := literalText(expr); ok {
			out[path] = text
		}
	}
	for name, inner := range b.shape.names {
		argument, ok := b.attributes[name]
		if !ok {
			continue
		}
		add(argument.Expr, inner, [2]string{name})
		if inner.nesting != object {
			continue
		}
		entries, _, _ := entriesOf(argument.Expr)
		for below, of := range inner.names {
			if entry, ok := entries[below]; ok {
				add(entry, of, [2]string{name, below})
			}
		}
	}
	return out
}

// that are the blocks that have no other text than a configured value has.
func (t *typed) that(config tftypes.Value) []*block {
	text, found := textAt(config, t.path)
	if !found {
		return t.blocks
	}
	numbers := slices.Concat(t.with[text], t.rest)
	slices.SortFunc(numbers, cmp.Compare)
	out := make([]*block, len(numbers))
	for i, n := range numbers {
		out[i] = t.blocks[n]
	}
	return out
}

// textAt is the text of a value at a path, false where there is none or it is not known.
func textAt(value tftypes.Value, path []string) (string, bool) {
	for _, name := range path {
		attributes, ok := attributesOf(value)
		if !ok {
			return "", false
		}
		if value, ok = attributes[name]; !ok {
			return "", false
		}
	}
	var out string
	if len(path) == 0 || !value.IsKnown() || value.IsNull() || value.As(&out) != nil {
		return "", false
	}
	return out, true
}
