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
	At        *field.Path
	// Args is the field that the arguments stand in, "args" when it is empty.
	Args string
	// Runs is the runtime with the engine, where the container does not tell it because it only adds arguments to those of another.
	Runs string
	// RunsAt is the path of the field that Runs follows from.
	RunsAt string
	// Accelerators are those of all pods that serve one copy of the model together, 0 while
	// they are not known.
	Accelerators int64
}

// Beside has the identifiers of the rules, which are no upstream's, each with the reason.
var Beside = map[string]string{
	"EL-1": "an engine's own check of its flags",
	"EL-2": "an engine takes the last of two values",
	"EL-3": "a registry moves a tag",
	"EL-4": "a hub moves a branch",
	"EL-5": "an engine's own limit of a request",
	"EL-6": "an engine's own check of its flags",
	"EL-7": "an engine's own check of its flags",
	"EL-8": "an engine's own check of its flags",
}

// Rules are the rules about the engines of a kind: errors where an engine of a known version does not start, and warnings. counted
// are the paths from which the numbers of accelerators follow.
func Rules(read func(kinds.Candidate) []Engine, counted ...string) []kinds.Rule {
	refuse := func(r kinds.Rule) kinds.Rule {
		r.Warn = false
		return r
	}
	rule := func(id, says string, check func(Engine) field.ErrorList, reads func(Engine) []string) kinds.Rule {
		return kinds.Rule{ID: id, Says: says, Warn: true, Decide: func(c kinds.Candidate, unknown []string) (field.ErrorList, error) {
			var errs field.ErrorList
			for _, e := range read(c) {
				if !overlap(reads(e), unknown) {
					errs = append(errs, check(e)...)
				}
			}
			return errs, nil
		}}
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
	}
}

// ArgumentRules are those of the rules that need no more than arguments, for kinds that only
// add arguments to the container of a runtime.
func ArgumentRules(read func(kinds.Candidate) []Engine) []kinds.Rule {
	return slices.DeleteFunc(Rules(read), func(r kinds.Rule) bool { return r.ID == "EL-1" || r.ID == "EL-3" })
}

// UnversionedRules are those of ArgumentRules that need no version of the engine, for kinds that never tell it.
func UnversionedRules(read func(kinds.Candidate) []Engine) []kinds.Rule {
	return slices.DeleteFunc(ArgumentRules(read), func(r kinds.Rule) bool { return r.ID == "EL-6" || r.ID == "EL-8" })
}

// words are the paths of the command line, and of what tells who reads it.
func (e Engine) words() []string {
	paths := []string{e.At.Child("command").String(), e.At.Child(e.args()).String()}
	if e.RunsAt != "" {
		paths = append(paths, e.RunsAt)
	}
	return paths
}

// line are the paths of the command line and of what tells the version that reads it.
func (e Engine) line() []string { return append(e.words(), e.image()...) }

// image is the path of the image.
func (e Engine) image() []string { return []string{e.At.Child("image").String()} }

func (e Engine) args() string { return cmp.Or(e.Args, "args") }

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
