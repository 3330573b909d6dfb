package model

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// CheckMerged finds words with which an engine does not start that an operator runs, of a spec and of what it refers to: each is right
// alone, as a runtime tells the version and a service has the argument. Words that stand in neither are the operator's own, and a
// container without an image gets one from it, so that both say nothing.
func (s *ResourceModel) CheckMerged(v Values, release string) field.ErrorList {
	if s.Kind.Render == nil || len(v.Unknown) > 0 {
		return nil
	}
	candidate := kinds.Candidate{Object: v.Unstructured(), Release: release, References: v.References}
	sets, filled, _ := candidate.Engines(s.Kind.Render)
	found := asConfigured(v.Object[AttrSpec], enginelint.Pods(field.NewPath(AttrRendered), sets, slices.Collect(maps.Values(filled))))
	return slices.DeleteFunc(found, func(err *field.Error) bool { return !s.configured(err, v) })
}

// configured reports whether the word that a finding is about stands in the spec, where the finding is then told, or in one reference.
func (s *ResourceModel) configured(err *field.Error, v Values) bool {
	if strings.HasPrefix(err.Field, AttrSpec) {
		return true
	}
	var in []*field.Path
	word, _ := err.BadValue.(string)
	for i, reference := range v.References {
		if len(itemsLike(word, field.NewPath(AttrSpec), reference.Object[AttrSpec])) > 0 {
			in = append(in, field.NewPath(AttrReferences).Index(i))
		}
	}
	if len(in) != 1 {
		return false
	}
	err.Field = in[0].String()
	return true
}

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
