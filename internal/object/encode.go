package object

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Encode turns a Terraform value of the shape n into a JSON tree. Null values are left
// out; an explicit empty list, map or object stays. Values that are not known yet are
// left out as well (nil inside a list, so that indices hold) and reported as field
// paths below at, such as "spec.modelClaims.models[0].name". Text that is not JSON and
// numbers that are not whole are treated so too, and told in an error that is [Malformed].
func Encode(n *schema.Node, value tftypes.Value, at *field.Path) (tree any, unknown []string, err error) {
	e := encoder{}
	tree, err = e.encode(n, value, at)
	if err == nil && len(e.malformed) > 0 {
		err = e.malformed
	}
	return tree, e.unknown, err
}

// Malformed are values that Terraform's types allow and the API's cannot express.
type Malformed field.ErrorList

// Error implements error.
func (m Malformed) Error() string { return field.ErrorList(m).ToAggregate().Error() }

type encoder struct {
	unknown   []string
	malformed Malformed
}

// refuse notes a malformed value, which counts as one that is not known.
func (e *encoder) refuse(err *field.Error) (any, error) {
	e.malformed, e.unknown = append(e.malformed, err), append(e.unknown, err.Field)
	return nil, nil
}

func (e *encoder) encode(n *schema.Node, value tftypes.Value, at *field.Path) (any, error) {
	if !value.IsKnown() {
		e.unknown = append(e.unknown, at.String())
		return nil, nil
	}
	if value.IsNull() {
		return nil, nil
	}
	switch n.Kind {
	case schema.Object:
		return e.object(n, value, at)
	case schema.Map:
		return e.mapping(n, value, at)
	case schema.List:
		return e.list(n, value, at)
	case schema.Bool:
		var b bool
		err := value.As(&b)
		return b, err
	case schema.Integer, schema.Number:
		return e.number(n, value, at)
	case schema.JSON:
		return e.text(value, at)
	case schema.IntOrString:
		var s string
		err := value.As(&s)
		return intOrString(s), err
	case schema.String, schema.Quantity:
		var s string
		err := value.As(&s)
		return s, err
	}
	return nil, fmt.Errorf("%s: a node of unknown kind %d", at, n.Kind)
}

func (e *encoder) object(n *schema.Node, value tftypes.Value, at *field.Path) (any, error) {
	var fields map[string]tftypes.Value
	if err := value.As(&fields); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	out := map[string]any{}
	for _, f := range n.Fields {
		v, ok := fields[f.Name]
		if !ok || v.IsKnown() && v.IsNull() {
			continue
		}
		child, err := e.encode(f.Node, v, at.Child(f.JSON))
		if err != nil {
			return nil, err
		}
		if child != nil {
			out[f.JSON] = child
		}
	}
	return out, nil
}

func (e *encoder) mapping(n *schema.Node, value tftypes.Value, at *field.Path) (any, error) {
	var entries map[string]tftypes.Value
	if err := value.As(&entries); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	out := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		child, err := e.encode(n.Elem, entries[key], at.Key(key))
		if err != nil {
			return nil, err
		}
		if child != nil {
			out[key] = child
		}
	}
	return out, nil
}

func (e *encoder) list(n *schema.Node, value tftypes.Value, at *field.Path) (any, error) {
	var items []tftypes.Value
	if err := value.As(&items); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	out := make([]any, len(items))
	for i, item := range items {
		child, err := e.encode(n.Elem, item, at.Index(i))
		if err != nil {
			return nil, err
		}
		out[i] = child
	}
	return out, nil
}

// number keeps whole numbers as int64, as the Kubernetes API machinery does.
func (e *encoder) number(n *schema.Node, value tftypes.Value, at *field.Path) (any, error) {
	var f big.Float
	if err := value.As(&f); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	if i, exact := f.Int64(); exact == big.Exact {
		if n.Kind == schema.Number {
			return float64(i), nil
		}
		return i, nil
	}
	if n.Kind == schema.Integer {
		return e.refuse(field.Invalid(at, f.String(), "must be a whole number of 64 bits"))
	}
	d, _ := f.Float64()
	return d, nil
}

// intOrString reads text that is a canonical whole number as the number it says.
func intOrString(s string) any {
	if i, err := strconv.ParseInt(s, 10, 32); err == nil && strconv.FormatInt(i, 10) == s {
		return i
	}
	return s
}

func (e *encoder) text(value tftypes.Value, at *field.Path) (any, error) {
	var s string
	if err := value.As(&s); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	tree, err := ParseJSON([]byte(s))
	if err != nil {
		return e.refuse(field.Invalid(at, s, "must be JSON, which jsonencode() writes: "+err.Error()))
	}
	return tree, nil
}

// ParseJSON reads JSON into a tree with int64 for whole numbers.
func ParseJSON(raw []byte) (any, error) {
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, err
	}
	return tree, nil
}
