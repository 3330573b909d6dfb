package kinds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// Selection is how the objects of a kind select pods of whatever system.
type Selection struct {
	// Field has the labels: dotted JSON names from the root.
	Field string
	// ID is the identifier of the rule about them.
	ID string
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
		k.Refers = append(slices.Clip(k.Refers), running...)
		rules := k.Rules
		k.Rules = func() []Rule { return append(slices.Clip(rules()), selects(*k.Selects, running)) }
	}
	return all
}

// selects is the rule that a selector finds pods of what the references have. Nothing is said without any, and of none that are not
// known: they may have the pods.
func selects(s Selection, running []*Kind) Rule {
	return Rule{
		ID: s.ID, Warn: true, Says: "the labels of the selector are those of pods of a workload in `references`, where these have any of the namespace",
		Decide: func(c Candidate, unknown []string) (field.ErrorList, error) {
			if slices.ContainsFunc(unknown, func(at string) bool {
				return strings.HasPrefix(at, "references") || strings.HasPrefix(at, s.Field) || strings.HasPrefix(s.Field, at) || at == "metadata" || at == "metadata.namespace"
			}) {
				return nil, nil
			}
			values := fieldpath.Read(s.Field).Values(c.Object.Object)
			if len(values) == 0 {
				return nil, nil
			}
			selector, _ := values[0].(map[string]any)
			var names []string
			for _, reference := range c.References {
				i := slices.IndexFunc(running, func(k *Kind) bool { return k.GVK == reference.GroupVersionKind() })
				if i < 0 {
					continue
				}
				pods := running[i].PodLabels(Candidate{Object: reference, Release: running[i].Newest().Name})
				if reference.GetNamespace() != c.Object.GetNamespace() || len(pods) == 0 {
					continue
				}
				if slices.ContainsFunc(pods, func(labels map[string]string) bool { return mayMatch(selector, labels) }) {
					return nil, nil
				}
				names = append(names, reference.GetKind()+" `"+reference.GetName()+"` ("+labelled(pods)+")")
			}
			if len(names) == 0 {
				return nil, nil
			}
			return field.ErrorList{field.Invalid(fieldPathOf(s.Field), labelText(selector),
				"selects no pod of "+strings.Join(names, " or ")+"; write labels that the pods have, or leave the workload out of `references`")}, nil
		},
	}
}

// mayMatch reports whether pods with those labels may be selected. Controllers add labels of their own domains.
func mayMatch(selector map[string]any, labels map[string]string) bool {
	for key, value := range selector {
		domain, _, prefixed := strings.Cut(key, "/")
		given, known := labels[key]
		switch {
		case known && given != value:
			return false
		case !known && !prefixed && !strings.HasSuffix(key, "-hash"):
			return false
		case !known && prefixed && !slices.ContainsFunc(controllerDomains, func(of string) bool { return domain == of || strings.HasSuffix(domain, "."+of) }):
			return false
		}
	}
	return true
}

// controllerDomains end those of the labels that controllers add to pods.
var controllerDomains = []string{"k8s.io", "kubernetes.io", "volcano.sh", "istio.io"}

// labelled are the labels that pods of a workload have in common.
func labelled(pods []map[string]string) string {
	common := maps.Clone(pods[0])
	for _, labels := range pods[1:] {
		maps.DeleteFunc(common, func(key, value string) bool { return labels[key] != value })
	}
	return "its pods have " + labelText(common)
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
