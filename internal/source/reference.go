package source

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// Reference is what a value of a block comes from, as far as that can be followed.
type Reference struct {
	// Text is the expression that leads to the value, such as local.base.model.name.
	Text string
	// File and Line are where the value is written, or where what has it is declared.
	File string
	Line int
}

// Place is where the value is from, as file:line.
func (r Reference) Place() string { return r.File + ":" + strconv.Itoa(r.Line) }

// From is the reference by which a configured value came to what it has at a path. It is false where there is none, and where
// the blocks that the value may be of do not agree.
func (c *Configuration) From(mode Mode, typeName string, config tftypes.Value, at *tftypes.AttributePath) (Reference, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	steps := traversalOf(at)
	var all []Reference
	for _, b := range c.candidates(mode, typeName, config) {
		t := &trace{modules: c.modules, left: mostReferences}
		t.within(b.attributes, b.scope(), steps)
		all = append(all, t.last)
	}
	all = slices.Compact(all)
	if len(all) != 1 || all[0].Text == "" {
		return Reference{}, false
	}
	return all[0], true
}

// traversalOf is a path in the terms of the configuration. It ends where the path leads into a set.
func traversalOf(at *tftypes.AttributePath) hcl.Traversal {
	var out hcl.Traversal
	for _, step := range at.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			out = append(out, hcl.TraverseAttr{Name: string(step)})
		case tftypes.ElementKeyString:
			out = append(out, hcl.TraverseIndex{Key: cty.StringVal(string(step))})
		case tftypes.ElementKeyInt:
			out = append(out, hcl.TraverseIndex{Key: cty.NumberIntVal(int64(step))})
		default:
			return out
		}
	}
	return out
}

// textOf is a reference as people write it.
func textOf(to hcl.Traversal) string {
	var out strings.Builder
	for i, step := range to {
		_, index := step.(hcl.TraverseIndex)
		switch number := numberOf(step); {
		case number >= 0:
			out.WriteString("[" + strconv.Itoa(number) + "]")
		case index:
			out.WriteString("[" + strconv.Quote(nameOf(step)) + "]")
		case i > 0:
			out.WriteString("." + nameOf(step))
		default:
			out.WriteString(nameOf(step))
		}
	}
	return out.String()
}

// nameOf is the name that a step leads to, "" for one that leads to an item of a list.
func nameOf(step hcl.Traverser) string {
	switch step := step.(type) {
	case hcl.TraverseRoot:
		return step.Name
	case hcl.TraverseAttr:
		return step.Name
	case hcl.TraverseIndex:
		if step.Key.IsKnown() && !step.Key.IsNull() && step.Key.Type() == cty.String {
			return step.Key.AsString()
		}
	}
	return ""
}

// numberOf is the index of the item that a step leads to, -1 for one that leads to a name.
func numberOf(step hcl.Traverser) int {
	index, ok := step.(hcl.TraverseIndex)
	if !ok || !index.Key.IsKnown() || index.Key.IsNull() || index.Key.Type() != cty.Number {
		return -1
	}
	number, _ := index.Key.AsBigFloat().Int64()
	return int(number)
}
