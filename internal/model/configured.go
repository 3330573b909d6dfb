package model

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// asConfigured has findings about rendered words at the item of a list in spec that each is, where exactly one is the same:
// that is what its author can change.
func asConfigured(spec any, errs field.ErrorList) field.ErrorList {
	for _, err := range errs {
		if word, ok := err.BadValue.(string); ok {
			if places := itemsLike(word, field.NewPath(AttrSpec), spec); len(places) == 1 {
				err.Field = places[0].String()
			}
		}
	}
	return errs
}

// itemsLike are the places of the items of lists that are a text.
func itemsLike(text string, at *field.Path, tree any) []*field.Path {
	var places []*field.Path
	switch value := tree.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			places = append(places, itemsLike(text, at.Child(name), value[name])...)
		}
	case []any:
		for i, item := range value {
			if item == any(text) {
				places = append(places, at.Index(i))
			} else {
				places = append(places, itemsLike(text, at.Index(i), item)...)
			}
		}
	}
	return places
}
