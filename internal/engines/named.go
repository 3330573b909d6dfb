package engines

import (
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// NamedModel is a model that a command line names.
type NamedModel struct {
	// Text is what it says, "" where it says nothing, and Word the index of the word that does.
	Text string
	Word int
	// Repository is the name of the model on a hub, "" where Text is a path, or filled in later.
	Repository string
	// Revision and File are those that other arguments name.
	Revision, File string
	// RevisionAt and FileAt are the indexes of their words.
	RevisionAt, FileAt int
	// ModelScope is true where an environment variable chooses that hub.
	ModelScope bool
}

// repository matches the name of a model on a hub, and what may follow it: a revision as LLMKube writes it, a quantization of llama.cpp.
var repository = regexp.MustCompile(`^([A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)(?:@[^@]+|:[\w.-]+)?$`)

// Arguments that name a model, its revision and its file, of all engines.
var (
	modelArguments    = []string{"--model", "--model-path", "--model-id", "--hf-repo"}
	revisionArguments = []string{"--revision"}
	fileArguments     = []string{"--hf-file"}
	chooseModelScope  = []string{"VLLM_USE_MODELSCOPE", "SGLANG_USE_MODELSCOPE"}
)

// Model is the model that the command line of a container names.
func (e Engine) Model(c *corev1.Container) NamedModel {
	words := slices.Concat(c.Command, c.Args)
	from, known := e.First(c)
	if !known {
		return NamedModel{}
	}
	m := NamedModel{ModelScope: slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool {
		return slices.Contains(chooseModelScope, v.Name) && strings.EqualFold(v.Value, "true")
	})}
	// The entry point of an image may be the subcommand too.
	if name := e.Subcommand.Name; name != "" && from < len(words) && (from == 0 || words[from-1] == name) && !strings.HasPrefix(words[from], "-") {
		m.Text, m.Word = words[from], from
	}
	for _, g := range e.Read(words, from, nil) {
		switch {
		case g.Argument == nil || !g.HasValue:
		case slices.Contains(modelArguments, g.Argument.Name):
			// llama.cpp has both: the file on a disk, and the repository.
			if m.Text == "" || g.Argument.Name != modelArguments[0] {
				m.Text, m.Word = g.Value, g.ValueAt
			}
		case slices.Contains(revisionArguments, g.Argument.Name):
			m.Revision, m.RevisionAt = g.Value, g.ValueAt
		case slices.Contains(fileArguments, g.Argument.Name):
			m.File, m.FileAt = g.Value, g.ValueAt
		}
	}
	if match := repository.FindStringSubmatch(m.Text); match != nil && !strings.HasSuffix(m.Text, ".gguf") {
		m.Repository = match[1]
	}
	return m
}
