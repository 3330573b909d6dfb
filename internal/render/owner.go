package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Labels that every rendered object carries.
// Source: kubernetes/website content/en/docs/reference/labels-annotations-taints.
const (
	LabelName      = "app.kubernetes.io/name"
	LabelManagedBy = "app.kubernetes.io/managed-by"
)

// ManagedBy is the value of LabelManagedBy.
const ManagedBy = "terraform-provider-inference"

// Owner is the resource on whose behalf objects are rendered.
type Owner struct {
	Name, Namespace string
	// Labels and Annotations are those of the resource, as its author wrote them.
	Labels, Annotations map[string]string
}

// OwnerOf returns the owner that a configured object describes. The namespace is
// "default" when the object names none.
func OwnerOf(obj *unstructured.Unstructured) Owner {
	return Owner{
		Name:        obj.GetName(),
		Namespace:   cmp.Or(obj.GetNamespace(), metav1.NamespaceDefault),
		Labels:      obj.GetLabels(),
		Annotations: obj.GetAnnotations(),
	}
}

// Selector returns the labels that mark everything rendered for the owner. They never
// change during its life, so pods can be selected by them.
func (o Owner) Selector() map[string]string {
	return map[string]string{LabelName: o.Name, LabelManagedBy: ManagedBy}
}

// ObjectLabels returns the labels of a rendered object: the owner's own and, on top of
// them, those of Selector.
func (o Owner) ObjectLabels() map[string]string {
	return Overlay(o.Labels, o.Selector())
}

// ReplacedLabels returns, sorted, the keys of the owner's labels whose values
// ObjectLabels replaces.
func (o Owner) ReplacedLabels() []string {
	var keys []string
	for key, value := range o.Selector() {
		if own, ok := o.Labels[key]; ok && own != value {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// ReplacedLabelWarnings tells of every label of the owner that ObjectLabels replaces.
func ReplacedLabelWarnings(o Owner) []string {
	var warnings []string
	for _, key := range o.ReplacedLabels() {
		warnings = append(warnings, fmt.Sprintf("metadata.labels[%q] is %q, but direct mode sets this label itself, to %q: leave it out",
			key, o.Labels[key], o.Selector()[key]))
	}
	return warnings
}

// Labelled returns the owner with labels over its own.
func (o Owner) Labelled(labels map[string]string) Owner {
	o.Labels = Overlay(o.Labels, labels)
	return o
}

// Overlay returns the entries of all maps, the later ones over the earlier, in a map of its own.
func Overlay[M ~map[K]V, K comparable, V any](all ...M) M {
	merged := M{}
	for _, entries := range all {
		maps.Copy(merged, entries)
	}
	return merged
}
