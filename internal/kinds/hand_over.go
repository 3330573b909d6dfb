package kinds

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// HandOver says what a change of mode can leave running. The zero value: nothing that
// the operator made before stays under another name, and it takes nothing over.
type HandOver struct {
	// Adopts are the workloads that the operator makes under the names that direct mode
	// gives them, and that it takes over where they exist.
	Adopts []schema.GroupVersionKind
	// Keeps is what a configuration says so that direct mode goes on with a workload of Adopts that it does not
	// render by default; empty where there is none.
	Keeps string
	// Between are the custom resources that the operator makes on the way to the workloads, or that
	// go with them, from the top down.
	Between []Intermediate
	// Instead tells, by the kind of an object that direct mode made, what the operator makes in its place, as a clause; "" is for all
	// other kinds. Without one, the operator makes its own.
	Instead map[string]string
}

// Makes is a clause that tells what the operator makes in the place of an object of direct mode, "" for its own.
func (h HandOver) Makes(kind string) string {
	if says, ok := h.Instead[kind]; ok {
		return says
	}
	return h.Instead[""]
}

// Intermediate is a namespaced custom resource that an operator makes on the way to the workloads.
type Intermediate struct {
	schema.GroupVersionKind
	// Plural is the resource name in API paths.
	Plural string
	// Name is that of the one of an object; nil for the object's own name.
	Name func(of *unstructured.Unstructured) string
}
