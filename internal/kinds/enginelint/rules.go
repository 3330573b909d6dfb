// Package enginelint finds command lines of inference engines that an API accepts and the engine
// does not, or not as meant. Which arguments an engine has stands in the tables of package engines.
package enginelint

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Engine is a container with an engine.
type Engine struct {
	Container *corev1.Container
	// Pod is the pod with the container, nil where something else adds to either.
	Pod *corev1.PodSpec
	// PodAt is the path of the pod, and PodBy that of the field which says whether something else adds to it.
	PodAt *field.Path
	PodBy string
	// Leads is true where requests go to the container.
	Leads bool
	At    *field.Path
	// ArgsAt and ImageAt are the fields that the arguments and the version of the image stand in, those of the container when they are nil.
	ArgsAt, ImageAt *field.Path
	// Places are the fields that the words of the arguments stand in, one for each, where they are not the items of a list; EnvAt is that of
	// the variables where the container has no field of its own for them.
	Places []*field.Path
	EnvAt  *field.Path
	// Runs is the runtime with the engine, where the container does not tell it because it only adds arguments to those of another.
	Runs string
	// RunsAt is the path of the field that Runs follows from.
	RunsAt string
	// RayBy is the field for which something else than the command line starts Ray, nil where nothing does.
	RayBy *field.Path
	// Accelerators are those of all pods that serve one copy of the model together, 0 while
	// they are not known.
	Accelerators int64

	// filledIn is true where direct mode fills in the image: what it renders is checked with the version of that.
	filledIn bool
}

// Beside has the identifiers of the rules, which are no upstream's, each with the reason.
var Beside = map[string]string{
	"EL-1":  "an engine's own check of its flags",
	"EL-2":  "an engine takes the last of two values",
	"EL-3":  "a registry moves a tag",
	"EL-4":  "a hub moves a branch",
	"EL-5":  "an engine's own limit of a request",
	"EL-6":  "an engine's own check of its flags",
	"EL-7":  "an engine's own check of its flags",
	"EL-8":  "an engine's own check of its flags",
	"EL-9":  "an engine's own search for accelerators",
	"EL-10": "the libraries by which accelerators of a node exchange data",
	"EL-11": "Kubernetes takes a container without one for ready as soon as it runs",
	"EL-12": "an engine does without a variable that it cannot make sense of",
	"EL-13": "an engine's own check of its variables",
	"EL-14": "what an image has in it",
}

// Rules are the rules about the engines of a kind: errors where an engine of a known version does not start, and warnings. counted
// are the paths from which the numbers of accelerators follow.
func Rules(read func(kinds.Candidate) []Engine, counted ...string) []kinds.Rule {
	refuse := func(r kinds.Rule) kinds.Rule {
		r.Warn = false
		return r
	}
	rule := func(id, says string, check func(Engine) field.ErrorList, reads func(Engine) []string) kinds.Rule {
		return each(read, id, says, check, reads)
	}
	all := func(Engine) []string { return counted }
	return []kinds.Rule{
		rule("EL-1", "the tensor and pipeline parallel sizes of an engine use exactly the accelerators of its pods", parallelism, all),
		rule("EL-2", "an engine gets every flag once", repeated, Engine.words),
		rule("EL-3", "the image of an engine has a digest, or a tag other than `latest`", floating, Engine.image),
		rule("EL-4", "the revision of a model, where one is written, is not a branch that moves", movingFlag, Engine.words),
		rule("EL-5", "the context length of SGLang fits into the number of tokens that its cache is limited to", cacheTooSmall, Engine.words),
		refuse(rule("EL-6", "an engine whose image names a known version gets only arguments that this version has", unknown, Engine.line)),
		rule("EL-7", "an engine gets no argument whose name is near to one that it has, and that no version is known to have", misspelt, Engine.line),
		refuse(rule("EL-8", "the arguments of an engine whose image names a known version have values that this version takes", values, Engine.line)),
		refuse(rule("EL-14", "an engine that works by Ray has an image with Ray: vLLM's own have none since v0.18.0", noRay, Engine.spread)),
	}
}

// PodRules are the rules about what the pod of an engine has to have in operator mode, without those about what the operator
// gives it. Direct mode gives it all that it renders.
func PodRules(read func(kinds.Candidate) []Engine, given ...string) []kinds.Rule {
	rules := []kinds.Rule{
		each(read, "EL-9", "an engine that does not run without an accelerator asks for one", noAccelerator, Engine.devices),
		each(read, "EL-10", "an engine on several accelerators of a node has memory that its processes share, at `/dev/shm`", noSharedMemory, Engine.memory),
		each(read, "EL-11", "an engine that requests go to has a readiness probe", noReadiness, Engine.readiness),
	}
	for i := range rules {
		rules[i].Modes = kinds.OperatorMode
	}
	return slices.DeleteFunc(rules, func(r kinds.Rule) bool { return slices.Contains(given, r.ID) })
}

// VariableRules are the rules about the environment variables of the engines of a kind.
func VariableRules(read func(kinds.Candidate) []Engine) []kinds.Rule {
	fatal := each(read, "EL-13", "the variables of an engine whose image names a known version have values with which this version starts", unset, Engine.environment)
	fatal.Warn = false
	return []kinds.Rule{
		each(read, "EL-12", "an engine whose image names a known version reads the variables that are meant for it, as they are meant", misread, Engine.environment),
		fatal,
	}
}

// each is a warning about every engine that check finds fault with, unless something that it reads is not known.
func each(read func(kinds.Candidate) []Engine, id, says string, check func(Engine) field.ErrorList, reads func(Engine) []string) kinds.Rule {
	return kinds.Rule{ID: id, Says: says, Warn: true, Decide: func(c kinds.Candidate, unknown []string) (field.ErrorList, error) {
		var errs field.ErrorList
		for _, e := range read(c) {
			e.filledIn = c.Direct && e.Container.Image == ""
			if !overlap(reads(e), unknown) {
				// Several may have the same variables.
				errs = append(errs, slices.DeleteFunc(check(e), func(err *field.Error) bool { return told(errs, err) })...)
			}
		}
		return errs, nil
	}}
}

// ArgumentRules are those of the rules that need no more than arguments, for kinds that only
// add arguments to the container of a runtime.
func ArgumentRules(read func(kinds.Candidate) []Engine) []kinds.Rule {
	return slices.DeleteFunc(Rules(read), func(r kinds.Rule) bool { return r.ID == "EL-1" || r.ID == "EL-3" })
}

// words are the paths of the command line, and of what tells who reads it.
func (e Engine) words() []string {
	paths := []string{e.command().String(), e.args().String()}
	if e.RunsAt != "" {
		paths = append(paths, e.RunsAt)
	}
	return paths
}

// line are the paths of the command line and of what tells the version that reads it.
func (e Engine) line() []string { return append(e.words(), e.image()...) }

// image is the path of the image.
func (e Engine) image() []string { return []string{e.imageAt().String()} }

func (e Engine) imageAt() *field.Path { return cmp.Or(e.ImageAt, e.At.Child("image")) }

func (e Engine) command() *field.Path { return e.At.Child("command") }

func (e Engine) args() *field.Path { return cmp.Or(e.ArgsAt, e.At.Child("args")) }

// told reports whether an error is one of others.
func told(errs field.ErrorList, err *field.Error) bool {
	return slices.ContainsFunc(errs, func(other *field.Error) bool { return other.Error() == err.Error() })
}

// overlap reports whether a value at one of the paths is unknown, as a whole, in a part or with what it is in.
func overlap(paths, unknown []string) bool {
	return slices.ContainsFunc(paths, func(text string) bool {
		path := fieldpath.Read(text)
		return slices.ContainsFunc(unknown, func(text string) bool {
			other := fieldpath.Read(text)
			n := min(len(path), len(other))
			return slices.Equal(path[:n], other[:n])
		})
	})
}

// Together counts the devices of a leader and its workers, 0 while either does not say.
func Together(leader, worker *corev1.Container, workers int64) int64 {
	if leader == nil || worker == nil {
		return 0
	}
	first, other := engines.Accelerators(leader), engines.Accelerators(worker)
	if first == 0 || other == 0 {
		return 0
	}
	return first + workers*other
}

// Of lets engines be read from the object as the API type T.
func Of[T any](read func(*T) []Engine) func(kinds.Candidate) []Engine {
	return func(c kinds.Candidate) []Engine {
		var object T
		if runtime.DefaultUnstructuredConverter.FromUnstructured(c.Object.Object, &object) != nil {
			return nil
		}
		return read(&object)
	}
}

// Mismatch says that an engine splits the model into another number of parts than it has accelerators, "" when it does not.
func Mismatch(e Engine) string {
	for _, err := range parallelism(e) {
		return err.Detail
	}
	return ""
}
