package source

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// literalValue is the value of an expression that nothing has to be known for; dependent says that there is none.
func literalValue(expr hcl.Expression) (value cty.Value, dependent bool) {
	switch expr := expr.(type) {
	case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr, *hclsyntax.ObjectConsKeyExpr:
	case *hclsyntax.ParenthesesExpr:
		return literalValue(expr.Expression)
	default:
		if isNative(expr) {
			return cty.NilVal, true
		}
	}
	value, diags := expr.Value(nil)
	if diags.HasErrors() || !isNative(expr) && isTemplate(value) {
		return cty.NilVal, true
	}
	return value, false
}

// isNative reports whether an expression has the syntax of HCL and not of JSON.
func isNative(expr hcl.Expression) bool {
	_, ok := expr.(hclsyntax.Expression)
	return ok
}

// isTemplate reports whether a string of JSON is more than its text.
func isTemplate(value cty.Value) bool {
	return value.IsKnown() && !value.IsNull() && value.Type() == cty.String &&
		(strings.Contains(value.AsString(), "${") || strings.Contains(value.AsString(), "%{"))
}

// literalText is a string that is written as it is.
func literalText(expr hcl.Expression) (string, bool) {
	value, dependent := literalValue(expr)
	if dependent || !value.IsKnown() || value.IsNull() {
		return "", false
	}
	text, err := convert.Convert(value, cty.String)
	if err != nil || text.IsNull() {
		return "", false
	}
	return text.AsString(), true
}

// keyOf is the key of an entry, false for one that has to be computed.
func keyOf(expr hcl.Expression) (string, bool) {
	if key, ok := expr.(*hclsyntax.ObjectConsKeyExpr); ok && key.ForceNonLiteral {
		return literalText(key.Wrapped)
	}
	return literalText(expr)
}

// entriesOf are the entries of an object as it is written. It is exact where no key has to be computed.
func entriesOf(expr hcl.Expression) (entries map[string]hcl.Expression, exact, ok bool) {
	pairs, ok := pairsOf(expr)
	if !ok {
		return nil, false, false
	}
	entries, exact = map[string]hcl.Expression{}, true
	for _, pair := range pairs {
		if name, ok := keyOf(pair.Key); ok {
			entries[name] = pair.Value
		} else {
			exact = false
		}
	}
	return entries, exact, true
}

// pairsOf are the entries of an object as it is written, in their order.
func pairsOf(expr hcl.Expression) ([]hcl.KeyValuePair, bool) {
	switch expr := expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		return expr.ExprMap(), true
	case *hclsyntax.ParenthesesExpr:
		return pairsOf(expr.Expression)
	case hclsyntax.Expression:
		return nil, false
	}
	pairs, diags := hcl.ExprMap(expr)
	return pairs, !diags.HasErrors()
}

// itemsOf are the items of a list as it is written.
func itemsOf(expr hcl.Expression) ([]hcl.Expression, bool) {
	switch expr := expr.(type) {
	case *hclsyntax.TupleConsExpr:
		return expr.ExprList(), true
	case *hclsyntax.ParenthesesExpr:
		return itemsOf(expr.Expression)
	case hclsyntax.Expression:
		return nil, false
	}
	items, diags := hcl.ExprList(expr)
	return items, !diags.HasErrors()
}
