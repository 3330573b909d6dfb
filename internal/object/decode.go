package object

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Decode turns a JSON tree into a Terraform value of the shape n; what the tree lacks
// is null, and fields that the shape lacks are left out. It is the inverse of [Encode]
// for every value without unknowns. A value of another shape than n's, as a live object of a
// foreign release may hold, is an error that names its path below at.
func Decode(n *schema.Node, tree any, at *field.Path) (tftypes.Value, error) {
	typ := n.TerraformType()
	if tree == nil {
		return tftypes.NewValue(typ, nil), nil
	}
	switch n.Kind {
	case schema.Object:
		return decodeObject(n, tree, at)
	case schema.Map:
		entries, ok := tree.(map[string]any)
		if !ok {
			return tftypes.Value{}, mismatch(at, "an object", tree)
		}
		values := make(map[string]tftypes.Value, len(entries))
		for key, entry := range entries {
			v, err := Decode(n.Elem, entry, at.Key(key))
			if err != nil {
				return tftypes.Value{}, err
			}
			values[key] = v
		}
		return tftypes.NewValue(typ, values), nil
	case schema.List:
		items, ok := tree.([]any)
		if !ok {
			return tftypes.Value{}, mismatch(at, "a list", tree)
		}
		values := make([]tftypes.Value, len(items))
		for i, item := range items {
			v, err := Decode(n.Elem, item, at.Index(i))
			if err != nil {
				return tftypes.Value{}, err
			}
			values[i] = v
		}
		return tftypes.NewValue(typ, values), nil
	case schema.Bool:
		b, ok := tree.(bool)
		if !ok {
			return tftypes.Value{}, mismatch(at, "true or false", tree)
		}
		return tftypes.NewValue(typ, b), nil
	case schema.Integer, schema.Number:
		f, ok := bigFloat(tree)
		if !ok {
			return tftypes.Value{}, mismatch(at, "a number", tree)
		}
		return tftypes.NewValue(typ, f), nil
	case schema.JSON:
		raw, err := json.Marshal(tree)
		return tftypes.NewValue(typ, string(raw)), err
	case schema.String, schema.IntOrString, schema.Quantity:
		s, ok := scalarText(tree)
		if !ok {
			return tftypes.Value{}, mismatch(at, "text", tree)
		}
		return tftypes.NewValue(typ, s), nil
	}
	return tftypes.Value{}, fmt.Errorf("%s: a node of unknown kind %d", at, n.Kind)
}

func decodeObject(n *schema.Node, tree any, at *field.Path) (tftypes.Value, error) {
	entries, ok := tree.(map[string]any)
	if !ok {
		return tftypes.Value{}, mismatch(at, "an object", tree)
	}
	values := make(map[string]tftypes.Value, len(n.Fields))
	for _, f := range n.Fields {
		v, err := Decode(f.Node, entries[f.JSON], at.Child(f.JSON))
		if err != nil {
			return tftypes.Value{}, err
		}
		values[f.Name] = v
	}
	return tftypes.NewValue(n.TerraformType(), values), nil
}

func mismatch(at *field.Path, want string, got any) error {
	return fmt.Errorf("%s: expected %s, the object has %T", at, want, got)
}

func bigFloat(v any) (*big.Float, bool) {
	switch v := v.(type) {
	case int64:
		return new(big.Float).SetInt64(v), true
	case float64:
		return big.NewFloat(v), true
	}
	return nil, false
}

// scalarText accepts numbers too: quantities and int-or-strings are text in Terraform
// and may be numbers in the API.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	}
	return "", false
}
