package object

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// KeepUserSpelling returns a planned value of the shape n in which every attribute that means what
// the prior value says keeps the prior spelling. The prior spelling is the server's after an
// import, and Terraform would plan an update for 1000m in place of 1. An attribute that is
// not set in either value is not touched: to leave a field out is to leave it to others.
func KeepUserSpelling(n *schema.Node, planned, prior tftypes.Value) tftypes.Value {
	if !isSet(planned) || !isSet(prior) || !planned.Type().Equal(prior.Type()) || planned.Equal(prior) {
		return planned
	}
	switch n.Kind {
	case schema.Object:
		return respellFields(n, planned, prior)
	case schema.List:
		if n.Elem.Kind == schema.Object {
			return respellItems(n, planned, prior)
		}
	}
	if same(n, planned, prior, Equal) {
		return prior
	}
	return planned
}

// same encodes both values and compares them; what is not known yet equals nothing.
func same(n *schema.Node, a, b tftypes.Value, equal func(n *schema.Node, a, b any) bool) bool {
	x, unknown, err := Encode(n, a, field.NewPath("planned"))
	if err != nil || len(unknown) > 0 {
		return false
	}
	y, unknown, err := Encode(n, b, field.NewPath("prior"))
	return err == nil && len(unknown) == 0 && equal(n, x, y)
}

// sameButDefaults is equality of what is spelled out beyond the API's defaults.
func sameButDefaults(n *schema.Node, a, b any) bool {
	return reflect.DeepEqual(withoutDefaults(n, a), withoutDefaults(n, b))
}

func isSet(v tftypes.Value) bool {
	return v.Type() != nil && v.IsKnown() && !v.IsNull()
}

func respellFields(n *schema.Node, planned, prior tftypes.Value) tftypes.Value {
	var p, q map[string]tftypes.Value
	if planned.As(&p) != nil || prior.As(&q) != nil {
		return planned
	}
	for name, v := range p {
		if f, ok := n.Field(name); ok {
			p[name] = KeepUserSpelling(f.Node, v, q[name])
		}
	}
	return tftypes.NewValue(planned.Type(), p)
}

// respellItems pairs items by position, as Terraform compares them. In a list that is
// applied as a whole a default is set, and owned, whether it is spelled out or not.
func respellItems(n *schema.Node, planned, prior tftypes.Value) tftypes.Value {
	var p, q []tftypes.Value
	if planned.As(&p) != nil || prior.As(&q) != nil || len(p) != len(q) {
		return planned
	}
	for i := range p {
		p[i] = KeepUserSpelling(n.Elem, p[i], q[i])
	}
	respelled := tftypes.NewValue(planned.Type(), p)
	if n.ListType == schema.Atomic && same(n, respelled, prior, sameButDefaults) {
		return prior
	}
	return respelled
}
