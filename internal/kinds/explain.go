package kinds

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
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
	Blames []FieldHint
	// Images are the fields from which a container has its image, where it has it in parts or from what the object refers to. None
	// where Blames tell.
	Images func(Candidate, tree.Cause) []Place
	// Nodes are the fields from which a pod has what it asks of nodes and no node gives it, by [tree.Cause]. None
	// where a change of no field would help.
	Nodes func(Candidate, tree.Cause) []Place
	// Pods are the templates of the pods that the operator makes of the live object itself, without a workload in between; nil
	// where it makes none.
	Pods func(live *unstructured.Unstructured) []tree.Template
}

// FieldHint is a field that decides about something that pods fail by.
type FieldHint struct {
	// Field is dotted JSON names, from the root of the object or, below "direct", from that of the options.
	Field string
	// Reasons are those that it decides about.
	Reasons []tree.Reason
	// Container is the beginning of the names of the containers it decides about; empty means all.
	Container string
	// Modes limits it; the zero value means both modes.
	Modes Mode
}

// Place is a field of the object, or of one that it refers to.
type Place struct {
	// Field is dotted JSON names, from the root of the object that has it or, below "direct", from that of the options.
	Field string
	// Kind and Name are those of the object that has the field, where that is one that the object refers to.
	Kind, Name string
	// By is the field of the object by which it refers to that one.
	By string
	// Chooses is what the field chooses by its name, such as "flavor", where another choice would help as well.
	Chooses string
}

// Own is the field of the object itself that the place is about.
func (p Place) Own() string {
	if p.Kind != "" {
		return p.By
	}
	return p.Field
}

// Blamed are the fields that decide about a cause, none where nothing does.
func (e Explains) Blamed(c Candidate, cause tree.Cause) []Place {
	for _, names := range []func(*unstructured.Unstructured, tree.Cause) (string, bool){refers, runs} {
		if at, found := names(c.Object, cause); found {
			return []Place{{Field: at}}
		}
	}
	switch {
	case cause.Field != "":
		return []Place{{Field: cause.Field}}
	case cause.AboutNodes() && e.Nodes != nil:
		return e.Nodes(c, cause)
	}
	if cause.Reason == tree.Image && e.Images != nil {
		if places := e.Images(c, cause); len(places) > 0 {
			return places
		}
	}
	for _, b := range e.Blames {
		if b.Modes.Holds(c.Direct) && slices.Contains(b.Reasons, cause.Reason) && strings.HasPrefix(cause.Container, b.Container) {
			return []Place{{Field: b.Field}}
		}
	}
	return nil
}

// referring are the names of the fields by which objects refer to others, or a part of them, by kind and in lower case.
var referring = map[string]string{
	"ServiceAccount": "serviceaccount", "RuntimeClass": "runtimeclass", "PriorityClass": "priorityclass", "PersistentVolumeClaim": "claim",
	"Scheduler": "scheduler",
}

// refers finds the field by which an object refers to what the cause misses.
func refers(from *unstructured.Unstructured, cause tree.Cause) (string, bool) {
	if cause.Misses == nil {
		return "", false
	}
	return object.Search(from.Object["spec"], "spec", func(name string, value any) bool {
		return value == any(cause.Misses.Name) && strings.Contains(strings.ToLower(name), referring[cause.Misses.Kind])
	})
}

// runs finds the field by which an object names the image that the cause is about.
func runs(from *unstructured.Unstructured, cause tree.Cause) (string, bool) {
	if cause.Image == "" {
		return "", false
	}
	return object.Search(from.Object["spec"], "spec", func(name string, value any) bool { return name == "image" && value == any(cause.Image) })
}

// AsksIn is for pods whose resources are in one field and whose labels of nodes are in another; "" is for none.
func AsksIn(resources, labels string) func(Candidate, tree.Cause) []Place {
	return func(_ Candidate, cause tree.Cause) []Place {
		switch {
		case len(cause.Lacks) > 0 && resources != "":
			return []Place{{Field: resources}}
		case cause.Unlabelled && labels != "":
			return []Place{{Field: labels}}
		}
		return nil
	}
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
	// OfNumber are about how much all pods ask for.
	OfNumber = []tree.Reason{tree.Quota}
	// OfScheduler are about who finds nodes for the pods.
	OfScheduler = []tree.Reason{tree.NoScheduler}
	// OfPods are about the pods as a whole.
	OfPods = []tree.Reason{tree.Admission, tree.Refused}
)
