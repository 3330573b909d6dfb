// Package tree says how the pods below an object fare: what each is busy with, what keeps it from
// serving, whether that can pass, and which part of a configuration decides about it. Everything
// in it is a pure function of a [View].
package tree

import (
	"reflect"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// View is what was seen of a service at one moment.
type View struct {
	// Roots are the objects that were applied, and how they were judged.
	Roots []Root
	// Objects are those among which the trees are looked for; others are left alone.
	Objects []*unstructured.Unstructured
	// Events may be about any object.
	Events []corev1.Event
	// Logs are the last lines of those containers of which they were read.
	Logs map[Log]string
	// Nodes are all nodes of the cluster, nil where they were not read.
	Nodes []corev1.Node
	// Absent are objects that the root refers to and that do not exist or have failed.
	Absent []Absence
	// Faults are what is wrong with the root in view of the objects that it refers to.
	Faults []Fault
	// Templates are those of the pods that the operator makes of the first root itself.
	Templates []Template
	// Trials are what the API server says to pods that do not come.
	Trials []Trial
	// Found are the objects that pods refer to, of those that were asked for; one that does not exist is not among them.
	Found map[capacity.Reference]*unstructured.Unstructured
	// NoSchedulers are the schedulers that the cluster is known not to have.
	NoSchedulers []string
	// Blind is true where not all pods of the trees can be seen. Then no pod is missed.
	Blind bool
	// Unseen says what could not be looked at and which permission that takes.
	Unseen []string
	// Warnings are the reasons of events by which the operator tells that it cannot do what a root asks for.
	Warnings []string
	// Begun is when the wait began, and Now the moment of the view.
	Begun, Now time.Time
}

// Root is an object that was applied.
type Root struct {
	Object    *unstructured.Unstructured
	Judgement observe.Result
	// Changed is when what is applied was last changed, by the clock of the API server; zero where that
	// is not known. Pods from before may be about to be replaced.
	Changed time.Time
	// Change is what followed from that change, as far as [View.Serves] has to know.
	Change Change
}

// Absence is an object that does not exist, or has failed, although the root refers to it.
type Absence struct {
	// Object is its kind and name.
	Object string
	// Field is the field of the root that names it.
	Field string
	// Failure is how it has failed, "" for one that does not exist.
	Failure string
}

// Fault is what is wrong with the root in view of what it refers to.
type Fault struct {
	// Field is that of the root which decides.
	Field string
	// Says is a clause without a period.
	Says string
}

// Log is a log of a container: that of its previous run, or of the one at hand.
type Log struct {
	Namespace, Pod, Container string
	Previous                  bool
	// Run is the number of the run, so that a later one is another log.
	Run int32
}

// node is an object and what it owns.
type node struct {
	object   *unstructured.Unstructured
	children []*node
	// outdated is true below what a newer template replaces.
	outdated bool
}

// grow returns the trees of the roots. What several own is told once, below the controller.
func (v View) grow() []*node {
	owned := map[types.UID][]*unstructured.Unstructured{}
	for _, o := range v.Objects {
		if owner := owner(o); owner != "" {
			owned[owner] = append(owned[owner], o)
		}
	}
	seen := map[types.UID]bool{}
	var below func(*unstructured.Unstructured, bool) *node
	below = func(o *unstructured.Unstructured, outdated bool) *node {
		n := &node{object: o, outdated: outdated}
		seen[o.GetUID()] = true
		children := owned[o.GetUID()]
		slices.SortFunc(children, func(a, b *unstructured.Unstructured) int { return strings.Compare(id(a), id(b)) })
		for _, child := range children {
			if !seen[child.GetUID()] {
				n.children = append(n.children, below(child, outdated || replaced(o, child)))
			}
		}
		return n
	}
	roots := make([]*node, len(v.Roots))
	for i, root := range v.Roots {
		roots[i] = below(root.Object, false)
	}
	return roots
}

// owner is the UID of the controller of an object, or of its first owner.
func owner(o *unstructured.Unstructured) types.UID {
	var first types.UID
	for _, reference := range o.GetOwnerReferences() {
		if reference.Controller != nil && *reference.Controller {
			return reference.UID
		}
		if first == "" {
			first = reference.UID
		}
	}
	return first
}

// replaced reports whether a child is of another template than its parent has by now: a ReplicaSet of a Deployment,
// where the template tells it before any status does, or a pod of a StatefulSet.
func replaced(parent, child *unstructured.Unstructured) bool {
	if parent.GetKind() == "StatefulSet" && child.GetKind() == "Pod" {
		newest, _, _ := unstructured.NestedString(parent.Object, "status", "updateRevision")
		revision := child.GetLabels()[appsv1.ControllerRevisionHashLabelKey]
		return newest != "" && revision != "" && revision != newest
	}
	if parent.GetKind() != "Deployment" || child.GetKind() != "ReplicaSet" {
		return false
	}
	newest, _, _ := unstructured.NestedMap(parent.Object, "spec", "template")
	template, _, _ := unstructured.NestedMap(child.Object, "spec", "template")
	unstructured.RemoveNestedField(template, "metadata", "labels", "pod-template-hash")
	return newest != nil && !reflect.DeepEqual(newest, template)
}

// walk calls visit for every node, from the top down.
func walk(nodes []*node, visit func(n *node, depth int)) {
	var descend func([]*node, int)
	descend = func(nodes []*node, depth int) {
		for _, n := range nodes {
			visit(n, depth)
			descend(n.children, depth+1)
		}
	}
	descend(nodes, 0)
}

// id is `<kind>/<name>`.
func id(o *unstructured.Unstructured) string { return o.GetKind() + "/" + o.GetName() }

// typed reads an object as a built-in type, and returns nil when it is none.
func typed[T any](o *unstructured.Unstructured) *T {
	out := new(T)
	if runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, out) != nil {
		return nil
	}
	return out
}

// ReadEvents reads events, without those that cannot be read.
func ReadEvents(objects []*unstructured.Unstructured) []corev1.Event {
	var out []corev1.Event
	for _, o := range objects {
		if e := typed[corev1.Event](o); e != nil {
			out = append(out, *e)
		}
	}
	return out
}

// ReadNodes reads nodes, without those that cannot be read.
func ReadNodes(objects []*unstructured.Unstructured) []corev1.Node {
	out := []corev1.Node{}
	for _, o := range objects {
		if n := typed[corev1.Node](o); n != nil {
			out = append(out, *n)
		}
	}
	return out
}
