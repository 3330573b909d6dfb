package kinds

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// Selection is how the objects of a kind select pods of whatever system.
type Selection struct {
	// Field has the labels: dotted JSON names from the root.
	Field string
	// ID is the identifier of the rule about them, and PlainID that of the rule that they are not those of pods that serve a request
	// together with others; empty for a kind that knows how to ask such.
	ID, PlainID string
	// TellsApart are labels by which who asks the pods may tell prefill pods from decode pods.
	TellsApart []string
}

// Select lets the manifests of what runs pods be given to kinds that select such, whatever the system, and holds their selectors to
// them. It returns the kinds.
func Select(all []*Kind) []*Kind {
	var running []*Kind
	for _, k := range all {
		if k.PodLabels != nil {
			running = append(running, k)
		}
	}
	for _, k := range all {
		if k.Selects == nil {
			continue
		}
		for _, one := range running {
			if !slices.Contains(k.Refers, one) {
				k.Refers = append(slices.Clip(k.Refers), one)
			}
		}
		k.SelectsReferences = func(c Candidate) bool { return len(selectables(c, running)) > 0 }
		before := k.Rules
		k.Rules = sync.OnceValue(func() []Rule {
			rules := append(slices.Clone(before()), selects(*k.Selects, running))
			if k.Selects.PlainID != "" {
				rules = append(rules, selectsPlain(*k.Selects, running))
			}
			return rules
		})
	}
	return all
}

// SelectorOf is what an object selects pods by, nil where it says nothing.
func (s Selection) SelectorOf(object *unstructured.Unstructured) map[string]any {
	values := fieldpath.Read(s.Field).Values(object.Object)
	if len(values) == 0 {
		return nil
	}
	selector, _ := values[0].(map[string]any)
	return selector
}

// open reports whether something that decides what an object selects is not known.
func (s Selection) open(unknown []string) bool {
	return slices.ContainsFunc(unknown, func(at string) bool {
		return strings.HasPrefix(at, "references") || strings.HasPrefix(at, s.Field) || strings.HasPrefix(s.Field, at) || at == "metadata" || at == "metadata.namespace"
	})
}

// selectable are the pods of one workload.
type selectable struct {
	of   *unstructured.Unstructured
	pods []PodLabels
}

// selectables are the workloads of the references whose pods an object may select.
func selectables(c Candidate, running []*Kind) []selectable {
	var all []selectable
	for _, reference := range c.References {
		i := slices.IndexFunc(running, func(k *Kind) bool { return k.GVK == reference.GroupVersionKind() })
		if i < 0 || reference.GetNamespace() != c.Object.GetNamespace() {
			continue
		}
		of := Candidate{Object: reference, Release: running[i].Newest().Name, References: c.References}
		if pods := running[i].PodLabels(of); len(pods) > 0 {
			all = append(all, selectable{reference, pods})
		}
	}
	return all
}

// selects is the rule that a selector finds pods of what the references have. Nothing is said without any, and of none that are not
// known: they may have the pods.
func selects(s Selection, running []*Kind) Rule {
	return Rule{
		ID: s.ID, Warn: true, Says: "the labels of the selector are those of pods of a workload in `references`, where these have any of the namespace",
		Decide: func(c Candidate, unknown []string) (field.ErrorList, error) {
			selector := s.SelectorOf(c.Object)
			if s.open(unknown) || len(selector) == 0 {
				return nil, nil
			}
			var names []string
			for _, one := range selectables(c, running) {
				if slices.ContainsFunc(one.pods, func(l PodLabels) bool { return l.May(selector) }) {
					return nil, nil
				}
				names = append(names, one.of.GetKind()+" `"+one.of.GetName()+"` ("+labelled(one.pods)+")")
			}
			if len(names) == 0 {
				return nil, nil
			}
			return field.ErrorList{field.Invalid(fieldPathOf(s.Field), labelText(selector),
				"selects no pod of "+strings.Join(names, " or ")+"; write labels that the pods have, or leave the workload out of `references`")}, nil
		},
	}
}

// selectsPlain is the rule that a selector finds no pods of what the references have that cannot answer alone.
func selectsPlain(s Selection, running []*Kind) Rule {
	return Rule{
		ID: s.PlainID, Warn: true, Says: "the pods of a workload in `references` that have the labels serve requests alone, and are not prefill pods, which refuse plain requests",
		Decide: func(c Candidate, unknown []string) (field.ErrorList, error) {
			selector := s.SelectorOf(c.Object)
			if s.open(unknown) || len(selector) == 0 {
				return nil, nil
			}
			for _, one := range selectables(c, running) {
				for _, l := range one.pods {
					if l.Stage == Prefill && l.May(selector) && !slices.ContainsFunc(s.TellsApart, func(key string) bool { return l.Has[key] != "" }) {
						return field.ErrorList{field.Invalid(fieldPathOf(s.Field), labelText(selector), "selects prefill pods of "+one.of.GetKind()+" `"+one.of.GetName()+
							"`, which refuse plain requests or answer with one token; select "+answering(one.pods, l)+", or label prefill and decode pods with `"+s.TellsApart[0]+
							"` for an endpoint picker that tells them apart")}, nil
					}
				}
			}
			return nil, nil
		},
	}
}

// answering are the labels by which pods that answer differ from those of a stage: those of a router, or of the decode pods.
func answering(pods []PodLabels, from PodLabels) string {
	i := slices.IndexFunc(pods, func(l PodLabels) bool { return l.Stage == "" })
	if i < 0 {
		i = slices.IndexFunc(pods, func(l PodLabels) bool { return l.Stage == Decode })
	}
	if i < 0 {
		return "others"
	}
	labels := maps.Clone(pods[i].Has)
	maps.DeleteFunc(labels, func(key, value string) bool { return from.Has[key] == value })
	return "the pods with " + labelText(labels)
}

func labelText[V any](labels map[string]V) string {
	texts := make([]string, 0, len(labels))
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		texts = append(texts, fmt.Sprintf("%s=%v", key, labels[key]))
	}
	return strings.Join(texts, ", ")
}

func fieldPathOf(dotted string) *field.Path {
	names := strings.Split(dotted, ".")
	return field.NewPath(names[0], names[1:]...)
}
