package object_test

import (
	"encoding/json"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// genValue draws a Terraform value of the shape n without unknowns. Below a depth it
// leaves optional things out, so that values stay small.
func genValue(t *rapid.T, n *schema.Node, depth int) tftypes.Value {
	typ := n.TerraformType()
	switch n.Kind {
	case schema.Object:
		fields := map[string]tftypes.Value{}
		for _, f := range n.Fields {
			fields[f.Name] = tftypes.NewValue(f.Node.TerraformType(), nil)
			if f.Required || depth > 0 && rapid.IntRange(0, 3).Draw(t, "set "+f.Name) == 0 {
				fields[f.Name] = genValue(t, f.Node, depth-1)
			}
		}
		return tftypes.NewValue(typ, fields)
	case schema.Map:
		entries := map[string]tftypes.Value{}
		for _, key := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,3}([./][a-z]{1,3})?`), 0, 2, rapid.ID[string]).Draw(t, "keys") {
			entries[key] = genValue(t, n.Elem, depth-1)
		}
		return tftypes.NewValue(typ, entries)
	case schema.List:
		most := 2
		if n.ListType == schema.ListMap || n.ListType == schema.ListSet {
			most = 1 // two drawn items may be equal, which these lists do not allow
		}
		items := make([]tftypes.Value, rapid.IntRange(0, most).Draw(t, "items"))
		for i := range items {
			items[i] = genValue(t, n.Elem, depth-1)
		}
		return tftypes.NewValue(typ, items)
	case schema.Bool:
		return tftypes.NewValue(typ, rapid.Bool().Draw(t, "bool"))
	case schema.Integer:
		return tftypes.NewValue(typ, new(big.Float).SetInt64(rapid.Int64().Draw(t, "integer")))
	case schema.Number:
		return tftypes.NewValue(typ, big.NewFloat(rapid.Float64Range(-1e9, 1e9).Draw(t, "number")))
	case schema.IntOrString:
		return tftypes.NewValue(typ, rapid.SampledFrom([]string{"0", "8080", "-1", "25%", "http", "007", "+1", "99999999999"}).Draw(t, "int or string"))
	case schema.Quantity:
		return tftypes.NewValue(typ, rapid.SampledFrom([]string{"1", "1000m", "8Gi", "0.5", "1e3", "-2"}).Draw(t, "quantity"))
	case schema.JSON:
		// A name makes it an item of the keyed lists whose items are JSON text.
		var value any = map[string]any{"name": "j", "k": rapid.String().Draw(t, "text"), "n": rapid.Int64().Draw(t, "n"), "l": []any{true}}
		if n.Shape != nil && n.Shape.Kind == schema.List {
			value = []any{value}
		}
		raw, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		return tftypes.NewValue(typ, string(raw))
	default:
		return tftypes.NewValue(typ, rapid.StringMatching(`[ -~]{0,8}`).Draw(t, "string"))
	}
}
