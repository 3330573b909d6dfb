package kinds

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Reference is a field by which the objects of a kind name an object of another one. From it follow what can be given in the
// attribute `references`, what a wait looks for, and what keeps an object from being destroyed.
type Reference struct {
	// Field has the name: dotted JSON names from the root with "[]" for every item of a list and the key of a map in brackets,
	// such as "spec.modelClaims.models[].name".
	Field string
	// To are the type names of the kinds that it may be of.
	To []string
	// Kind is the field beside the name that tells which of them, by the name of the kind, and Default the one where it is not
	// set. Both are empty where there is only one, or no such field.
	Kind, Default string
	// Namespace is the field beside the name that tells the namespace; where it is not set, it is that of the object.
	Namespace string
	// Implied is the name where the field is not set, "" where the object then refers to nothing.
	Implied string
	// Needed says that operator mode cannot do without the object, and that the operator does not report its absence.
	Needed bool
	// Awaited says that the object is needed, and that the other one does not do what it is for before it is there, although its
	// status tells nothing of it: it is not ready until then. Both are in one namespace.
	Awaited bool
	// Sought says that the operator looks for an object of any of the kinds, whatever Kind has.
	Sought bool
	// Over reports whether a live object does not need the other one any more; nil for never.
	Over func(live *unstructured.Unstructured) bool
}

// Connect gives each kind of a system what follows from the references of all of them, and returns them.
func Connect(all []*Kind) []*Kind {
	for _, target := range all {
		for _, k := range all {
			if to := k.referencesTo(target); len(to) > 0 {
				target.Referrers = append(slices.Clip(target.Referrers), k.referrers(to)...)
			}
		}
	}
	for _, source := range all {
		for _, link := range source.HandOver.Between {
			if i := slices.IndexFunc(all, func(k *Kind) bool { return k.GVK == link.GroupVersionKind }); i >= 0 {
				source.Referrers = append(slices.Clip(source.Referrers), through(link, all[i], all)...)
			}
		}
	}
	for _, k := range all {
		for _, target := range all {
			if k.reaches(target, all) {
				k.Refers = append(k.Refers, target)
			}
		}
	}
	return all
}

// through are the types whose objects may point at what an operator makes of an object of another kind.
func through(link Intermediate, made *Kind, all []*Kind) []Referrer {
	var out []Referrer
	for _, k := range all {
		for _, referrer := range k.referrers(k.referencesTo(made)) {
			points := referrer.Points
			referrer.Points = func(live *unstructured.Unstructured, at Referent) string {
				for _, one := range at.Made {
					if one.GroupKind != link.GroupKind() {
						continue
					}
					if field := points(live, Referent{GroupKind: one.GroupKind, Namespace: at.Namespace, Name: one.Name}); field != "" {
						return field
					}
				}
				return ""
			}
			out = append(out, referrer)
		}
	}
	return out
}

// WithMade adds to definitions what operators make of them, where that is not given itself.
func WithMade(given render.References, of []*Kind) render.References {
	out := slices.Clip(given)
	for _, definition := range given {
		i := slices.IndexFunc(of, func(k *Kind) bool { return k.Makes != nil && k.GVK == definition.GroupVersionKind() })
		if i < 0 {
			continue
		}
		for _, made := range of[i].Makes(Candidate{Object: definition, Release: of[i].Newest().Name, References: given}) {
			if twin, _ := out.Find(made.GetKind(), made.GetNamespace(), made.GetName()); twin == nil {
				out = append(out, made)
			}
		}
	}
	return out
}

func (k *Kind) referencesTo(target *Kind) []Reference {
	var to []Reference
	for _, r := range k.References {
		if slices.Contains(r.To, target.TypeName) {
			to = append(to, r)
		}
	}
	return to
}

// reaches reports whether objects of the kind refer to one of the target, or to one that does.
func (k *Kind) reaches(target *Kind, all []*Kind) bool {
	return len(k.referencesTo(target)) > 0 || slices.ContainsFunc(all, func(between *Kind) bool {
		return between != k && len(k.referencesTo(between)) > 0 && between.reaches(target, all)
	})
}

// referrers are the types of the kind's objects, which may point at another one by those references.
func (k *Kind) referrers(by []Reference) []Referrer {
	if len(by) == 0 {
		return nil
	}
	all := []Referrer{{GroupVersionKind: k.GVK, Plural: k.Plural}}
	for _, release := range k.Releases {
		if !release.GVK.Empty() {
			all = append(all, Referrer{GroupVersionKind: release.GVK, Plural: release.Plural})
		}
	}
	for i := range all {
		all[i].Anywhere = slices.ContainsFunc(by, func(r Reference) bool { return r.Namespace != "" })
		all[i].Points = func(live *unstructured.Unstructured, at Referent) string {
			j := slices.IndexFunc(by, func(r Reference) bool { return r.leadsTo(live, at) })
			if j < 0 {
				return ""
			}
			return by[j].Field
		}
	}
	return all
}

func (r Reference) leadsTo(live *unstructured.Unstructured, at Referent) bool {
	if r.Over != nil && r.Over(live) {
		return false
	}
	for _, found := range r.named(live) {
		if found.name == at.Name && (r.Default == "" || found.kind == at.Kind) && (at.Namespace == "" || found.namespace == at.Namespace) {
			return true
		}
	}
	return false
}

// named is an object as another one names it.
type named struct{ kind, namespace, name string }

// named are the objects that an object names, without an implied one.
func (r Reference) named(obj *unstructured.Unstructured) []named {
	path := fieldpath.Read(r.Field)
	leaf := len(path) - 1
	for leaf > 0 && path[leaf] == fieldpath.Every {
		leaf--
	}
	var all []named
	for _, holder := range path[:leaf].Values(obj.Object) {
		fields, _ := holder.(map[string]any)
		for _, value := range path[leaf:].Values(fields) {
			if name, _ := value.(string); name != "" {
				all = append(all, named{text(fields, r.Kind, r.Default), text(fields, r.Namespace, obj.GetNamespace()), name})
			}
		}
	}
	return all
}

// Need is an object that another one cannot do without.
type Need struct {
	// Field has the name, as dotted JSON names down to a list.
	Field string
	// Namespace is that of the object, also where it may be of a kind without namespaces.
	Namespace, Name string
	// Of are the kinds that it may be of.
	Of []*Kind
}

// Needs are the objects that an object cannot do without in operator mode, and whose absence the operator does not report.
func (k *Kind) Needs(obj *unstructured.Unstructured) []Need {
	return k.needs(obj, func(r Reference) bool { return r.Needed })
}

// Awaits are those of them without which an object is not ready, whatever its status says.
func (k *Kind) Awaits(obj *unstructured.Unstructured) []Need {
	return k.needs(obj, func(r Reference) bool { return r.Awaited })
}

func (k *Kind) needs(obj *unstructured.Unstructured, which func(Reference) bool) []Need {
	var needs []Need
	for _, r := range k.References {
		if !which(r) {
			continue
		}
		all := r.named(obj)
		if len(all) == 0 && r.Implied != "" {
			all = []named{{r.Default, obj.GetNamespace(), r.Implied}}
		}
		for _, one := range all {
			field, _, _ := strings.Cut(r.Field, "[]")
			needs = append(needs, Need{Field: field, Namespace: one.namespace, Name: one.name, Of: k.mayBe(r, one)})
		}
	}
	return needs
}

// mayBe are the kinds that a named object may be of.
func (k *Kind) mayBe(r Reference, one named) []*Kind {
	var all []*Kind
	for _, target := range k.Refers {
		if slices.Contains(r.To, target.TypeName) && (r.Sought || r.Default == "" || target.GVK.Kind == one.kind) {
			all = append(all, target)
		}
	}
	return all
}

func text(fields map[string]any, name, fallback string) string {
	value, _ := fields[name].(string)
	return cmp.Or(value, fallback)
}
