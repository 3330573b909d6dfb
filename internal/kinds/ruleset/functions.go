package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/util/validation"
)

// functions are those that every rule may use beside the libraries of the API server.
func functions() []cel.EnvOption {
	return append(slices.Concat(amounts(), definitions()),
		Function("listed", cel.StringType, listed),
		syntax("isDNS1035Label", validation.IsDNS1035Label),
		syntax("isDNS1123Label", validation.IsDNS1123Label),
		syntax("isDNS1123Subdomain", validation.IsDNS1123Subdomain),
		syntax("isQualifiedName", validation.IsQualifiedName),
		syntax("isLabelValue", validation.IsValidLabelValue),
		syntax("isEnvVarName", validation.IsRelaxedEnvVarName),
	)
}

// Function is a function of one value, which it gets as JSON is read in Go: for what an expression cannot say. A value of
// another type than V is V's zero. Its result is a bool, a number, a string, or a list or map of such. It is unknown where any
// part of the value is.
func Function[V, T any](name string, result *cel.Type, apply func(V) T) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_dyn", []*cel.Type{cel.DynType}, result, cel.UnaryBinding(func(v ref.Val) ref.Val {
		read, err := native(v)
		if err != nil {
			return types.WrapErr(err)
		}
		value, _ := read.(V)
		return types.DefaultTypeAdapter.NativeToValue(apply(value))
	})))
}

// syntax is a function that reports whether a text has the form that a check of the API server asks for.
func syntax(name string, check func(string) []string) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_string", []*cel.Type{cel.StringType}, cel.BoolType,
		cel.UnaryBinding(func(text ref.Val) ref.Val {
			value, ok := text.Value().(string)
			return types.Bool(ok && len(check(value)) == 0)
		})))
}

// listed are names in a message, sorted; "none" when there are none.
func listed(names []any) string {
	if len(names) == 0 {
		return "none"
	}
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = fmt.Sprint(name)
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}
