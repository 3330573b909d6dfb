package kinds

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// Explains says where to look when an object does not become ready, and what to change.
type Explains struct {
	// Between are namespaced custom resources through which the operator makes the pods, besides
	// those that the hand-over knows.
	Between []Intermediate
	// Warnings are the reasons of events on the object by which the operator tells a mistake that it writes
	// into no status.
	Warnings []string
	// Blames lead from a cause to the field that decides about it; the first that fits counts.
	Blames []Blame
	// Needs are the objects that operator mode cannot do without, and whose absence the operator does not tell.
	Needs func(obj *unstructured.Unstructured) []Need
}

// Blame is a field that decides about something that pods fail by.
type Blame struct {
	// Field is dotted JSON names, from the root of the object or, below "direct", from that of the options.
	Field string
	// Reasons are those that it decides about.
	Reasons []tree.Reason
	// Container is the beginning of the names of the containers it decides about; empty means all.
	Container string
	// Modes limits it; the zero value means both modes.
	Modes Mode
}

// Need is an object that another one refers to by name.
type Need struct {
	// Field has the name, as dotted JSON names.
	Field string
	Name  string
	// Namespace is empty for that of the object.
	Namespace string
	// Of are the type names of the kinds that it may be of, among those that the object's kind refers to.
	Of []string
}

// Blamed is the field that decides about a cause, "" where none does.
func (e Explains) Blamed(c tree.Cause, direct bool) string {
	if c.Field != "" {
		return c.Field
	}
	for _, b := range e.Blames {
		if b.Modes.Holds(direct) && slices.Contains(b.Reasons, c.Reason) && strings.HasPrefix(c.Container, b.Container) {
			return b.Field
		}
	}
	return ""
}

// Reasons that have to do with one part of what a pod is made of.
var (
	// OfModel are about the source of the weights.
	OfModel = []tree.Reason{tree.ModelDenied, tree.ModelMissing}
	// OfImage are about images.
	OfImage = []tree.Reason{tree.Image}
	// OfEngine are about the arguments of the engine.
	OfEngine = []tree.Reason{tree.CrashLoop, tree.GroupLoop, tree.DeviceMemory, tree.Unstartable}
	// OfMemory are about the memory limit of a container.
	OfMemory = []tree.Reason{tree.HostMemory}
	// OfNodes are about what a pod asks of nodes.
	OfNodes = []tree.Reason{tree.NoNode, tree.NotScheduled}
	// OfNumber are about how much all pods ask for.
	OfNumber = []tree.Reason{tree.Quota}
	// OfPods are about the pods as a whole.
	OfPods = []tree.Reason{tree.Admission, tree.Refused}
)
