// Package modelcheck finds what keeps an engine in a pod from serving a model whose facts are known: parallel sizes that its heads do
// not allow, a context that is longer than the model's, weights and a cache that its accelerators have no room for. It reports what is
// certain alone: what depends on an argument that cannot be read, or on a model that an argument changes, is passed over.
package modelcheck

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// The engines that are checked, by what the tables of package engines call them.
const (
	vllm     = "vllm"
	sglang   = "sglang"
	tgi      = "tgi"
	llamacpp = "llamacpp"
)

// Engine is an engine whose command line is known, in the pods that serve one copy of a model together.
type Engine struct {
	engines.Engine
	// Version is that of the image, "" where it does not tell.
	Version string
	// Pod is the pod that answers requests.
	Pod *corev1.PodSpec
	// Resource is the name of the accelerators, and Accelerators how many of them all pods together have.
	Resource     string
	Accelerators int64

	container *corev1.Container
	words     []string
	from      int
	given     []engines.Given
}

// Engines are those in pods whose command lines can be read in full.
func Engines(sets []podset.Set) []Engine {
	var all []Engine
	for _, set := range sets {
		if set.Ends || len(set.Parts) == 0 {
			continue
		}
		pod := set.Parts[0].Spec
		for i := range pod.Containers {
			if e, known := engineIn(&pod.Containers[i]); known {
				e.Pod = pod
				e.Resource, e.Accelerators = together(set)
				all = append(all, e)
			}
		}
	}
	return all
}

func engineIn(c *corev1.Container) (Engine, bool) {
	e := Engine{container: c, words: slices.Concat(c.Command, c.Args)}
	var known bool
	if e.Engine, known = engines.Of(c); !known {
		return Engine{}, false
	}
	if e.from, known = e.First(c); !known {
		return Engine{}, false
	}
	e.Version = e.VersionOf(c.Image)
	e.given = e.Read(e.words, e.from, nil)
	// An abbreviation may be any argument, and so may what stands in a file.
	unread := slices.ContainsFunc(e.given, func(g engines.Given) bool {
		return g.Loose && g.Argument == nil && !slices.Contains(e.parallelSizes(), g.Name)
	})
	return e, !unread && !e.has("--config")
}

// Filled forgets the version that an image tells, where nobody has named it.
func (e *Engine) Filled(image string) {
	if e.container.Image == image {
		e.Version = ""
	}
}

// Serves is the index of the model that the engine serves among those that an object names, -1 where it is another one. A path leads to
// the first.
func (e Engine) Serves(uses []kinds.ModelUse) int {
	named := e.Model(e.container)
	if named.Repository == "" {
		return min(0, len(uses)-1)
	}
	return slices.IndexFunc(uses, func(use kinds.ModelUse) bool { return strings.EqualFold(use.Repository, named.Repository) })
}

func (e Engine) parallelSizes() []string { return slices.Concat(e.Tensor, e.Pipeline, e.Data) }

// together are the accelerators of the pods that serve one copy, none where they are of several kinds.
func together(set podset.Set) (resource string, amount int64) {
	for name, n := range set.Devices {
		if !podset.IsAccelerator(corev1.ResourceName(name)) || n == 0 {
			continue
		}
		if amount != 0 {
			return "", 0
		}
		resource, amount = name, n
	}
	return resource, amount
}

// value is that of the last of some arguments, with the word that names it.
func (e Engine) value(names ...string) (text, word string, given bool) {
	for _, g := range e.given {
		if g.Argument == nil && slices.Contains(names, g.Name) && (g.Joined || g.Word+1 < len(e.words)) { // a short form that the table leaves to abbreviations
			text, word, given = g.Value, e.words[g.Word], true
			if !g.Joined {
				text = e.words[g.Word+1]
			}
			continue
		}
		if g.Argument == nil || !slices.Contains(names, g.Argument.Name) && !slices.ContainsFunc(g.Argument.Aliases, func(name string) bool { return slices.Contains(names, name) }) {
			continue
		}
		text, word, given = g.Value, e.words[g.Word], true
	}
	return text, word, given
}

func (e Engine) has(names ...string) bool {
	_, _, given := e.value(names...)
	return given
}

// number is the value of an argument, 0 where it is not given, and false where it cannot be read.
func (e Engine) number(names ...string) (n int64, word string, ok bool) {
	text, word, given := e.value(names...)
	if !given || len(names) == 0 {
		return 0, "", true
	}
	n, ok = amount(text)
	return n, word, ok
}

var amounts = regexp.MustCompile(`^([0-9][0-9_]*(?:\.[0-9]+)?)([kKmM]?)$`)

// amount reads a number of tokens or of parts, as vLLM and SGLang do: 1k is 1,000 and 1K is 1,024.
// Source: vllm-project/vllm vllm/engine/arg_utils.py@v0.10.0 (human_readable_int).
func amount(text string) (int64, bool) {
	match := amounts.FindStringSubmatch(text)
	if match == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(match[1], "_", ""), 64)
	return int64(n * map[string]float64{"": 1, "k": 1e3, "K": 1 << 10, "m": 1e6, "M": 1 << 20}[match[2]]), err == nil
}

// set reports whether the container has one of some environment variables.
func (e Engine) set(names ...string) bool {
	return slices.ContainsFunc(e.container.Env, func(v corev1.EnvVar) bool { return slices.Contains(names, v.Name) })
}
