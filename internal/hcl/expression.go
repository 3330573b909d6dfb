package hcl

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Expression is a value on its way to text.
type Expression struct {
	kind kind
	// scalar is the text of a literal or a reference, or the string itself.
	scalar  string
	entries []entry
	items   []Expression
	// breaks says that an object never stands on one line.
	breaks bool
}

type kind int

const (
	literal kind = iota
	text
	object
	list
	encoded
)

// entry is one of an object. Its key is as it is written.
type entry struct {
	key   string
	value Expression
}

// Text is a string.
func Text(s string) Expression { return Expression{kind: text, scalar: s} }

// Reference is the address of something else.
func Reference(address string) Expression { return Expression{scalar: address} }

// Object is an object of arguments, in this order. Those that are null are left out.
func Object(arguments ...Argument) Expression {
	out := Expression{kind: object}
	for _, a := range arguments {
		if !a.Value.isNull() {
			out.entries = append(out.entries, entry{a.Name, a.Value})
		}
	}
	return out
}

func (e Expression) isNull() bool { return e.kind == literal && e.scalar == "null" }

// Broken is an object that stands on several lines however short it is.
func (e Expression) Broken() Expression {
	e.breaks = len(e.entries) > 0
	return e
}

// Typed is a JSON tree of the shape n, as its attribute takes it. Fields have their names in
// Terraform, and fields that the shape lacks are left out. In an object, what identifies it
// comes first.
func Typed(n *schema.Node, tree any) Expression {
	switch value := tree.(type) {
	case nil:
		return Reference("null")
	case map[string]any:
		switch n.Kind {
		case schema.Object:
			return typedObject(n, value)
		case schema.Map:
			out := Expression{kind: object}
			for _, key := range slices.Sorted(maps.Keys(value)) {
				out.entries = append(out.entries, entry{writtenKey(key), Typed(n.Elem, value[key])})
			}
			return out
		}
	case []any:
		if n.Kind == schema.List {
			out := Expression{kind: list}
			for _, item := range value {
				out.items = append(out.items, Typed(n.Elem, item))
			}
			return out
		}
	}
	switch n.Kind {
	case schema.JSON:
		return Expression{kind: encoded, items: []Expression{Free(tree)}}
	case schema.String, schema.Quantity, schema.IntOrString:
		return Text(scalarText(tree))
	}
	return Free(tree)
}

func typedObject(n *schema.Node, tree map[string]any) Expression {
	out := Expression{kind: object}
	for _, first := range []bool{true, false} {
		for _, f := range n.Fields {
			if value, ok := tree[f.JSON]; ok && (f.JSON == "name") == first {
				out.entries = append(out.entries, entry{f.Name, Typed(f.Node, value)})
			}
		}
	}
	return out
}

// Free is a JSON tree of no known shape.
func Free(tree any) Expression {
	switch value := tree.(type) {
	case map[string]any:
		out := Expression{kind: object}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			out.entries = append(out.entries, entry{writtenKey(key), Free(value[key])})
		}
		return out
	case []any:
		out := Expression{kind: list}
		for _, item := range value {
			out.items = append(out.items, Free(item))
		}
		return out
	case string:
		return Text(value)
	case nil:
		return Reference("null")
	}
	return Expression{scalar: scalarText(tree)}
}

// scalarText is a JSON scalar as text; a number as Terraform writes it.
func scalarText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case float64:
		return new(big.Float).SetFloat64(value).Text('f', -1)
	case int64:
		return strconv.FormatInt(value, 10)
	}
	return fmt.Sprint(value)
}

// keywords are identifiers that mean something else than a key where a key begins.
var keywords = []string{"for", "true", "false", "null"}

// writtenKey is a key of an object: bare where that is possible.
func writtenKey(key string) string {
	if hclsyntax.ValidIdentifier(key) && !slices.Contains(keywords, key) {
		return key
	}
	return quote(key)
}

// quote is a string between quotes.
func quote(s string) string {
	return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes())
}
