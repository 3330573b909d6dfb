package ruleset

import (
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
)

// amounts are functions about numbers that may be shares of a total, such as 25%.
func amounts() []cel.EnvOption {
	return []cel.EnvOption{
		// isAmount is whether a value is a number, 0 or more, or a percentage up to 100.
		cel.Function("isAmount", cel.Overload("isAmount_dyn", []*cel.Type{cel.DynType}, cel.BoolType,
			cel.UnaryBinding(func(value ref.Val) ref.Val {
				_, ok := scaled(value, 100, false)
				return types.Bool(ok)
			}))),
		// share is an amount of a total, rounded down, and shareUp the same rounded up; -1 for what is no amount.
		share("share", false),
		share("shareUp", true),
		// canonical is a quantity, a number or a text, as Kubernetes writes it; what is no quantity stays as it is.
		cel.Function("canonical", cel.Overload("canonical_dyn", []*cel.Type{cel.DynType}, cel.StringType,
			cel.UnaryBinding(func(value ref.Val) ref.Val {
				text := fmt.Sprint(value.Value())
				if q, err := resource.ParseQuantity(text); err == nil {
					text = q.String()
				}
				return types.String(text)
			}))),
	}
}

func share(name string, up bool) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_dyn_int", []*cel.Type{cel.DynType, cel.IntType}, cel.IntType,
		cel.BinaryBinding(func(value, total ref.Val) ref.Val {
			n, ok := scaled(value, int(total.Value().(int64)), up)
			if !ok {
				return types.Int(-1)
			}
			return types.Int(n)
		})))
}

func scaled(value ref.Val, total int, up bool) (int, bool) {
	switch v := value.Value().(type) {
	case int64:
		return Share(intstr.FromInt32(int32(v)), total, up)
	case string:
		return Share(intstr.FromString(v), total, up)
	}
	return 0, false
}

// Share is how many of a total a number, 0 or more, or a percentage up to 100 comes to, rounded down or up. It is false for
// anything else.
func Share(amount intstr.IntOrString, total int, up bool) (int, bool) {
	if amount.Type == intstr.Int {
		return amount.IntValue(), amount.IntVal >= 0
	}
	if len(validation.IsValidPercent(amount.StrVal)) > 0 {
		return 0, false
	}
	if whole, err := intstr.GetScaledValueFromIntOrPercent(&amount, 100, false); err != nil || whole > 100 {
		return 0, false
	}
	n, err := intstr.GetScaledValueFromIntOrPercent(&amount, total, up)
	return n, err == nil
}
