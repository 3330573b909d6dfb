// Package enginelint finds command lines of inference engines that an API accepts and the engine
// does not, or not as meant. It knows vLLM and SGLang, whose flags most of what is served here runs with.
package enginelint

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Engine is a container with an engine.
type Engine struct {
	Container *corev1.Container
	At        *field.Path
	// Args is the field that the arguments stand in, "args" when it is empty.
	Args string
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
}

// Rules are the rules about the engines of a kind: all warnings. reads are the paths of the
// containers and of whatever else read looks at.
func Rules(reads []string, read func(kinds.Candidate) []Engine) []kinds.Rule {
	each := func(check func(Engine) field.ErrorList) func(kinds.Candidate) field.ErrorList {
		return func(c kinds.Candidate) field.ErrorList {
			var errs field.ErrorList
			for _, e := range read(c) {
				errs = append(errs, check(e)...)
			}
			return errs
		}
	}
	rules := []kinds.Rule{
		{ID: "EL-1", Says: "the tensor and pipeline parallel sizes of an engine use exactly the accelerators of its pods", Check: each(parallelism)},
		{ID: "EL-2", Says: "an engine gets every flag once", Check: each(repeated)},
		{ID: "EL-3", Says: "the image of an engine has a digest, or a tag other than `latest`", Check: each(floating)},
		{ID: "EL-4", Says: "the revision of a model, where one is written, is not a branch that moves", Check: each(movingFlag)},
		{ID: "EL-5", Says: "the context length of SGLang fits into the number of tokens that its cache is limited to", Check: each(cacheTooSmall)},
	}
	for i := range rules {
		rules[i].Reads, rules[i].Warn = slices.Clone(reads), true
	}
	return rules
}

// ArgumentRules are those of the rules that need no more than arguments, for kinds that only
// add arguments to the container of a runtime.
func ArgumentRules(reads []string, read func(kinds.Candidate) []Engine) []kinds.Rule {
	return slices.DeleteFunc(Rules(reads, read), func(r kinds.Rule) bool { return r.ID == "EL-1" || r.ID == "EL-3" })
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
