// Package object converts between Terraform values and Kubernetes objects: encode and
// decode by a schema node, translate between generations of one API, project a live
// object onto the fields that are configured, and compare values by meaning.
//
// Objects are JSON trees (map[string]any, []any, string, int64, float64, bool). An
// object that leaves for the cluster or comes from it is in the wire vocabulary of one
// generation; everywhere else it is in the vocabulary of the definitions table.
package object

import "k8s.io/apimachinery/pkg/runtime/schema"

// Dialect is one generation of an API whose group, version and kind do not tell its
// generations apart.
type Dialect struct {
	// Name is the oldest upstream release of the generation, such as "v0.1.4".
	Name string
	// GVK and Plural are what the generation calls the kind on the wire; the zero values
	// mean what the kind itself is called.
	GVK    schema.GroupVersionKind
	Plural string
	// Marker is the path of a field that only this generation and later ones have, in
	// the wire vocabulary and without list brackets, such as "spec.command". The newest
	// generation whose marker the installed CustomResourceDefinition has is the one the
	// cluster serves. Empty for the oldest generation, and for one that is told by
	// Relaxes or by a GVK of its own.
	Marker string
	// Relaxes is the path, written as in Marker, of a field that the generations before
	// this one require and it does not: what tells a generation that has no field of its own.
	Relaxes string
	// Moves lead from the vocabulary of the definitions table to the wire, in order.
	Moves []Move
	// Renames are values that the generation spells differently, such as those of enumerations.
	Renames []Rename
	// Lacks lists what the generation does not have, each as "<definition>.<field>" with
	// the definition named as in the definitions table and the field as in JSON, such as
	// "llmaz/inference/v1alpha1.ElasticConfig.scaleTriggerRef".
	Lacks []string
	// Requires lists paths, in the vocabulary of the definitions table, that this
	// generation requires although the table does not, such as "spec.resources".
	Requires []string
}

// Move places what stands at From at To. Paths are dotted JSON names from the root of
// the object; "[]" after a name means every item of that list. From and To go through
// the same lists. To may lie below From: the value then moves into a new object of its
// own.
type Move struct {
	From, To string
}

// Rename spells the text Table as Wire where the field at At has it. At is a path as that of a
// Move, in the vocabulary of the definitions table. A field has each text at most once on either side.
type Rename struct {
	At, Table, Wire string
}
