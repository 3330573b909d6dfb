package render

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// References are the objects of a resource's `references`, in their order and in hub form
// . The engine has checked every one of them: its kind
// is one that the resource refers to, it has a name, no other has the same, and its schema holds.
// The path of an item is definitions[<index>].
type References []*unstructured.Unstructured

// Find returns the definition of that kind and name, and its index; nil and -1 when
// there is none. The namespace is "" for cluster-scoped kinds.
func (d References) Find(kind, namespace, name string) (*unstructured.Unstructured, int) {
	i := slices.IndexFunc(d, func(obj *unstructured.Unstructured) bool {
		return obj.GetKind() == kind && obj.GetNamespace() == namespace && obj.GetName() == name
	})
	if i < 0 {
		return nil, -1
	}
	return d[i], i
}

// Names yields the names of the definitions of some kinds.
func (d References) Names(kinds ...string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, obj := range d {
			if slices.Contains(kinds, obj.GetKind()) && !yield(obj.GetName()) {
				return
			}
		}
	}
}

// Decode converts a JSON tree into the API type T and refuses fields that T does not have.
func Decode[T any](tree map[string]any) (T, error) {
	var out T
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(tree, &out, true); err != nil {
		return out, fmt.Errorf("decoding %T: %w", out, err)
	}
	return out, nil
}

// List lists names for a message, sorted and each once; "none" when there are none.
func List(names iter.Seq[string]) string {
	sorted := slices.Compact(slices.Sorted(names))
	if len(sorted) == 0 {
		return "none"
	}
	return strings.Join(sorted, ", ")
}
