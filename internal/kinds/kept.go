package kinds

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Kept says how objects of a kind without a custom resource are found again: one of the rendered objects keeps what was
// configured.
type Kept struct {
	// In is the type of the rendered object that keeps it, which has the name and the namespace of the resource.
	In schema.GroupVersionKind
	// Spec returns what a live object of the type keeps, and false for one that keeps nothing, such as an object of somebody else.
	Spec func(live *unstructured.Unstructured) (map[string]any, bool)
	// Status returns the status in the definition of the kind, from the live objects that were rendered.
	Status func(live []*unstructured.Unstructured) map[string]any
}
