package ruleset

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// errUnknown is the value of what is not known yet. As an error it makes everything unknown that depends on it, has() of
// it too, and nothing else: CEL's logical operators and macros decide without it where they can. CEL's own unknown values
// make the whole list unknown in which one part is.
var errUnknown = errors.New("not known yet")

// unknowns are the paths of values that are not known.
type unknowns []fieldpath.Path

func parseUnknowns(paths []string) unknowns {
	var u unknowns
	for _, path := range paths {
		// A path that cannot be read is none of the object's.
		if steps, err := fieldpath.Parse(path); err == nil {
			u = append(u, steps)
		}
	}
	return u
}

// below are the paths below a path, seen from there.
func (u unknowns) below(at *field.Path) unknowns {
	if at == nil {
		return u
	}
	for _, s := range parseUnknowns([]string{at.String()})[0] {
		u = u.step(s)
	}
	return u
}

// step are the paths below one step, seen from there. One that ends there is empty.
func (u unknowns) step(s fieldpath.Step) unknowns {
	var rest unknowns
	for _, path := range u {
		if len(path) > 0 && path[0].Same(s) {
			rest = append(rest, path[1:])
		}
	}
	return rest
}

// whole is whether the value itself is unknown.
func (u unknowns) whole() bool {
	return slices.ContainsFunc(u, func(path fieldpath.Path) bool { return len(path) == 0 })
}

// value is what expressions see of a part of an object.
func value(v any, u unknowns) ref.Val {
	if u.whole() {
		return types.WrapErr(errUnknown)
	}
	adapter := types.DefaultTypeAdapter
	switch v := v.(type) {
	case map[string]any:
		entries := make(map[ref.Val]ref.Val, len(v))
		for key, entry := range v {
			entries[types.String(key)] = value(entry, u.step(fieldpath.Field(key)))
		}
		// What is unknown may also be left out of the object.
		for _, path := range u {
			if key := types.String(path[0].Name()); key != "" && entries[key] == nil {
				entries[key] = value(map[string]any{}, u.step(path[0]))
			}
		}
		return types.NewRefValMap(adapter, entries)
	case []any:
		items := make([]ref.Val, len(v))
		hidden := false
		for i, item := range v {
			items[i] = value(item, u.step(fieldpath.Index(i)))
			hidden = hidden || types.IsError(items[i])
		}
		list := types.NewRefValList(adapter, items)
		if hidden {
			return partialList{list}
		}
		return list
	case nil:
		return types.NullValue
	case int64, float64, bool, string:
		return adapter.NativeToValue(v)
	}
	return types.WrapErr(fmt.Errorf("a %T is no value of an object", v))
}

// partialList is a list with unknown items.
type partialList struct{ traits.Lister }

// Contains is unknown for what none of the known items is.
func (l partialList) Contains(item ref.Val) ref.Val {
	if l.Lister.Contains(item) == types.True {
		return types.True
	}
	return types.WrapErr(errUnknown)
}

// native is the part of an object that a value was made of, for functions that read more of it than one value. It fails
// with errUnknown where any of it is not known.
func native(v ref.Val) (any, error) {
	switch v := v.(type) {
	case *types.Err:
		return nil, v
	case traits.Mapper:
		object := map[string]any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			entry, err := native(v.Get(key))
			if err != nil {
				return nil, err
			}
			object[fmt.Sprint(key.Value())] = entry
		}
		return object, nil
	case traits.Lister:
		items := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			item, err := native(it.Next())
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		return items, nil
	case types.Null:
		return nil, nil
	}
	return v.Value(), nil
}
