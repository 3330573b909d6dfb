package source

import (
	"math/big"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// contradicts reports whether a block cannot have led to a configured value: because of an argument that only one of them has,
// or of what is written and differs. What has to be computed never contradicts.
func (b *block) contradicts(config tftypes.Value) bool {
	values, ok := attributesOf(config)
	if !ok {
		return false
	}
	for name, inner := range b.shape.names {
		value, ok := values[name]
		if !ok {
			continue
		}
		argument, written := b.attributes[name]
		if !written && value.IsKnown() && !value.IsNull() {
			return true
		}
		if written && contradicts(argument.Expr, value, inner) {
			return true
		}
	}
	return false
}

func attributesOf(value tftypes.Value) (map[string]tftypes.Value, bool) {
	var out map[string]tftypes.Value
	if !value.IsKnown() || value.IsNull() || value.As(&out) != nil {
		return nil, false
	}
	return out, true
}

func contradicts(expr hcl.Expression, value tftypes.Value, at *shape) bool {
	if !value.IsKnown() {
		return false
	}
	switch {
	case value.IsNull() && isWritten(expr):
		return true
	case at.nesting == object:
		entries, exact, ok := entriesOf(expr)
		if !ok {
			return false
		}
		values, _ := attributesOf(value)
		for name, inner := range at.names {
			entry, written := entries[name]
			if written && contradicts(entry, values[name], inner) {
				return true
			}
			if !written && exact && values[name].IsKnown() && !values[name].IsNull() {
				return true
			}
		}
		return false
	case at.nesting == list:
		items, ok := itemsOf(expr)
		if !ok {
			return false
		}
		var values []tftypes.Value
		if value.As(&values) != nil || len(values) != len(items) {
			return true
		}
		for i := range items {
			if contradicts(items[i], values[i], at.element) {
				return true
			}
		}
		return false
	}
	return differs(expr, value)
}

// isWritten reports whether an expression is an object or a list as it is written.
func isWritten(expr hcl.Expression) bool {
	_, _, isObject := entriesOf(expr)
	_, isList := itemsOf(expr)
	return isObject || isList
}

// differs compares a literal with a primitive value.
func differs(expr hcl.Expression, value tftypes.Value) bool {
	written, diags := literalValue(expr)
	if diags || !written.IsKnown() {
		return false
	}
	if written.IsNull() || value.IsNull() {
		return written.IsNull() != value.IsNull()
	}
	text, err := convert.Convert(written, cty.String)
	if err != nil {
		return false
	}
	var (
		str    string
		truth  bool
		number *big.Float
	)
	switch {
	case value.As(&str) == nil:
		return str != text.AsString()
	case value.As(&truth) == nil:
		return strconv.FormatBool(truth) != text.AsString()
	case value.As(&number) == nil:
		same, err := convert.Convert(text, cty.Number)
		return err == nil && same.AsBigFloat().Cmp(number) != 0
	}
	return false
}
