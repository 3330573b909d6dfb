package kinds

import "k8s.io/apimachinery/pkg/runtime/schema"

// ConflictingController is a controller that takes hold of a workload which is not meant for it, in every
// cluster that it is installed in.
type ConflictingController struct {
	// Workload is what it takes hold of.
	Workload schema.GroupVersionKind
	// Sign is a type whose CustomResourceDefinition shows that the controller is installed.
	Sign   schema.GroupVersionKind
	Plural string
	// What is a clause about what happens to the workload, and Remedy a sentence that
	// says what to do.
	What, Remedy string
}
