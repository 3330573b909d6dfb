// Package engines knows the inference engines, whichever system runs them: how their command lines split a model, where they
// say that they serve, and what their images need. Everything in it is data with its source, and pure functions.
package engines

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// Of returns the engine whose server a container runs, and false where that is not known: what a shell is to read as
// several words is not read.
func Of(c *corev1.Container) (Engine, bool) {
	words := slices.Concat(c.Command, c.Args)
	if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, "\n") || strings.Contains(word, " -") }) {
		return Engine{}, false
	}
	for _, e := range table() {
		if _, launched := e.launched(words); launched {
			return e, true
		}
	}
	if e, known := ofImage(c.Image); known && e.Serves && len(c.Command) == 0 {
		return e, true
	}
	return Engine{}, false
}

// ofImage returns the engine that is in an image.
func ofImage(image string) (Engine, bool) {
	repository, _ := split(image)
	for _, e := range table() {
		if e.has(repository) {
			return e, true
		}
	}
	return Engine{}, false
}

// split returns the repository of an image, with its registry, and its tag.
func split(image string) (repository, tag string) {
	named, _, _ := strings.Cut(image, "@")
	slash := strings.LastIndex(named, "/") + 1
	name, tag, _ := strings.Cut(named[slash:], ":")
	return named[:slash] + name, tag
}

// NeedsAccelerator reports whether an image is known to hold an engine that does not run without an accelerator.
func NeedsAccelerator(image string) bool {
	e, known := ofImage(image)
	_, tag := split(image)
	within := func(part string) bool { return strings.Contains(tag, part) }
	return known && slices.ContainsFunc(e.Accelerated, within) && !slices.ContainsFunc(e.Processor, within)
}

// Split returns the arguments by which an engine uses all accelerators of the pods that serve one copy of the model together,
// nothing where its command line says so itself or where nothing is to be said.
func (e Engine) Split(words []string, g Group) []string {
	if len(e.Tensor) == 0 || given(words, e.Tensor) || given(words, e.Data) || g.Hosts > 1 && !given(words, slices.Concat(e.Hosts, e.Pipeline)) {
		return nil
	}
	size := g.Tensor
	if size == 0 {
		size = g.Accelerators / e.stages(words, g.Accelerators)
	}
	if size < 2 {
		return nil
	}
	return []string{e.Tensor[0], strconv.FormatInt(size, 10)}
}

// stages is the pipeline parallel size of a command line, more than all accelerators where it leaves no size for the rest.
func (e Engine) stages(words []string, accelerators int64) int64 {
	text, set := value(words, e.Pipeline)
	if !set {
		return 1
	}
	stages, err := strconv.ParseInt(text, 10, 64)
	if err != nil || stages < 1 || accelerators%stages != 0 {
		return accelerators + 1
	}
	return stages
}

// Listens returns the port of a command line, and false where it is not known.
func (e Engine) Listens(words []string) (int32, bool) {
	text, set := value(words, []string{"--port"})
	if !set {
		return e.Port, true
	}
	port, err := strconv.ParseInt(text, 10, 32)
	return int32(port), err == nil && port > 0
}

func given(words, flags []string) bool {
	_, set := value(words, flags)
	return set
}

// value is that of the last of the flags in a command line.
func value(words, flags []string) (text string, set bool) {
	for i, word := range words {
		flag, joined, ok := strings.Cut(word, "=")
		if !slices.Contains(flags, flag) {
			continue
		}
		text, set = joined, true
		if !ok && i+1 < len(words) {
			text = words[i+1]
		}
	}
	return text, set
}

// TensorFlags, PipelineFlags and DataFlags are the flags for the parallel sizes of all engines.
var (
	TensorFlags   = flags(func(e Engine) []string { return e.Tensor })
	PipelineFlags = flags(func(e Engine) []string { return e.Pipeline })
	DataFlags     = flags(func(e Engine) []string { return e.Data })
)

func flags(of func(Engine) []string) func() []string {
	return sync.OnceValue(func() []string {
		var all []string
		for _, e := range table() {
			all = append(all, of(e)...)
		}
		slices.Sort(all)
		return slices.Compact(all)
	})
}
