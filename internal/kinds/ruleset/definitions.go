package ruleset

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// definitions are the functions of the variable that knows the objects to which the object refers.
func definitions() []cel.EnvOption {
	return []cel.EnvOption{
		// lookup is unknown for an object whose definition is not known: a rule about it has nothing to say.
		cel.Function("lookup", cel.MemberOverload("definitions_lookup",
			[]*cel.Type{knownType, cel.StringType, cel.StringType, cel.StringType}, cel.DynType,
			cel.FunctionBinding(func(args ...ref.Val) ref.Val {
				at := args[0].(known)
				return at.find([]any{args[1].Value(), args[2].Value(), args[3].Value()})
			}))),
		// first is the first of several objects that is known, each named by its kind, its namespace and its name.
		cel.Function("first", cel.MemberOverload("definitions_first",
			[]*cel.Type{knownType, cel.ListType(cel.ListType(cel.StringType))}, cel.DynType,
			cel.BinaryBinding(func(of, references ref.Val) ref.Val {
				list, err := native(references)
				if err != nil {
					return types.WrapErr(err)
				}
				found := types.WrapErr(errUnknown)
				for _, reference := range list.([]any) {
					if found = of.(known).find(reference.([]any)); !types.IsError(found) {
						break
					}
				}
				return found
			}))),
		// namespaces are those in which objects of a kind and name are known.
		cel.Function("namespaces", cel.MemberOverload("definitions_namespaces",
			[]*cel.Type{knownType, cel.StringType, cel.StringType}, cel.ListType(cel.StringType),
			cel.FunctionBinding(func(args ...ref.Val) ref.Val {
				var found []string
				for _, d := range args[0].(known).candidate.References {
					if d.GetKind() == args[1].Value() && d.GetName() == args[2].Value() {
						found = append(found, d.GetNamespace())
					}
				}
				return types.DefaultTypeAdapter.NativeToValue(found)
			}))),
	}
}

var knownType = cel.OpaqueType("references")

// known is the value of the objects that are known of those that the object refers to. It is asked, and is nothing else.
type known struct {
	candidate kinds.Candidate
}

// find returns the object of a kind, a namespace and a name.
func (k known) find(reference []any) ref.Val {
	part := func(i int) string { text, _ := reference[i].(string); return text }
	found := k.candidate.Find(part(0), part(1), part(2))
	if found == nil {
		return types.WrapErr(errUnknown)
	}
	return types.DefaultTypeAdapter.NativeToValue(found.Object)
}

// ConvertToNative converts it to nothing.
func (known) ConvertToNative(to reflect.Type) (any, error) {
	return nil, fmt.Errorf("references are no %v", to)
}

// ConvertToType converts it to nothing.
func (known) ConvertToType(to ref.Type) ref.Val {
	return types.NewErr("references are no %s", to.TypeName())
}

// Equal is never true.
func (known) Equal(ref.Val) ref.Val { return types.False }

// Type is that of the variable.
func (known) Type() ref.Type { return knownType }

// Value is the candidate.
func (k known) Value() any { return k.candidate }
