// Package object converts between Terraform values and Kubernetes objects: encode and
// decode by a schema node, translate between releases of one API, project a live
// object onto the fields that are configured, and compare values by meaning.
//
// Objects are JSON trees (map[string]any, []any, string, int64, float64, bool). An
// object that leaves for the cluster or comes from it is in served form of one
// release; everywhere else it is in hub form.
package object

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	definitions "github.com/inferops/terraform-provider-inference/internal/schema"
)

// Release is one release of an API whose group, version and kind do not tell its
// releases apart.
type Release struct {
	// Name is the oldest upstream release of the release, such as "v0.1.4".
	Name string
	// Also are the names of later releases of the system in which the kind is as in this one, so that nothing tells them from it.
	Also []string
	// GVK and Plural are what the release calls the kind on the wire; the zero values
	// mean what the kind itself is called.
	GVK    schema.GroupVersionKind
	Plural string
	// Marker is the path of a field that only this release and later ones have, in
	// served form and without list brackets, such as "spec.command". The newest
	// release whose marker the installed CustomResourceDefinition has is the one the
	// cluster serves. Empty for the oldest release, and for one that is told by
	// Relaxes, by Accepts or by a GVK of its own.
	Marker string
	// Relaxes is the path, written as in Marker, of a field that the releases before
	// this one require and it does not: what tells a release that has no field of its own.
	Relaxes string
	// Accepts is a text that the pattern of a field matches in this release and in none before it: what tells a release that has
	// no field of its own and requires what the others do.
	Accepts Accepted
	// Moves lead from hub form to the wire, in order.
	Moves []Move
	// Renames are values that the release spells differently, such as those of enumerations.
	Renames []Rename
	// Lacks lists what the release does not have, each as "<definition>.<field>" with
	// the definition named as in the definitions table and the field as in JSON, such as
	// "k8s.io/api/core/v1.EnvVarSource.fileKeyRef". [Releases] adds the fields that are marked.
	Lacks []string
	// Omits lists the paths, in served form with "[]" after a list, of fields that the release has and the table leaves out for a
	// reason, such as "spec.plugins".
	Omits []string
	// NoDefaults lists the paths, in hub form and without list brackets, of fields that have a default in the table and none in
	// this release: its value is somebody's choice there, such as "spec.template.roles.maxUnavailable".
	NoDefaults []string
	// Requires lists paths, in hub form, that this
	// release requires although the table does not, such as "spec.resources".
	Requires []string
}

// Accepted is a text that the pattern of the field at Path matches. The path is written as in [Release.Marker].
type Accepted struct {
	Path, Text string
}

// Move places what stands at From at To. Paths are dotted JSON names from the root of
// the object; "[]" after a name means every item of that list. From and To go through
// the same lists. To may lie below From: the value then moves into a new object of its
// own.
type Move struct {
	From, To string
}

// Rename spells the text Table as Wire where the field at At has it. At is a path as that of a
// Move, in hub form. A field has each text at most once on either side.
type Rename struct {
	At, Table, Wire string
}

// Shape is the node of a kind with the defaults of the release.
func (d Release) Shape(n *definitions.Node) *definitions.Node {
	for _, path := range d.NoDefaults {
		n = n.WithoutDefault(strings.Split(path, ".")...)
	}
	return n
}

// Releases are those of a kind, the oldest first. Each lacks what the markers of the types of its system say it does: those whose
// definitions are named "<system>/...".
func Releases(system string, all ...Release) []Release {
	spans := definitions.Spans()
	for i, release := range all {
		all[i].Lacks = slices.Clone(release.Lacks)
		for _, field := range slices.Sorted(maps.Keys(spans)) {
			if strings.HasPrefix(field, system+"/") && !slices.Contains(NamesWithin(all, spans[field].Since, spans[field].Until), release.Name) {
				all[i].Lacks = append(all[i].Lacks, field)
			}
		}
	}
	return all
}

// NamesWithin are the names of the releases from one to another, each included; the empty name is no bound.
func NamesWithin(all []Release, since, until string) []string {
	var names []string
	begun := since == ""
	for _, release := range all {
		begun = begun || release.Name == since
		if begun {
			names = append(names, release.Name)
		}
		if release.Name == until {
			break
		}
	}
	return names
}
