package llmkube

import (
	"strings"
)

// repository is a repository of Hugging Face.
type repository struct {
	// name is `<org>/<name>`, revision the one that the source names, if any.
	name, revision string
}

// repositoryOf reads a source that is a repository.
//
// Mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func repositoryOf(source string) repository {
	if hub := hubAddress.FindStringSubmatch(source); hub != nil {
		parts := strings.Split(strings.Trim(hub[1], "/"), "/")
		r := repository{name: strings.Join(parts[:2], "/")}
		if len(parts) > 3 {
			r.revision = parts[3]
		}
		return r
	}
	name, revision, _ := strings.Cut(strings.TrimPrefix(source, "hf://"), "@")
	return repository{name, revision}
}

// files is the address that the files of the repository are below.
func (r repository) files() string {
	revision := r.revision
	if revision == "" {
		revision = "main"
	}
	return "https://huggingface.co/" + r.name + "/resolve/" + revision + "/"
}

// servedAs is how engines that load a repository themselves are told of it.
func (r repository) servedAs() string {
	if r.revision == "" {
		return r.name
	}
	return r.name + "@" + r.revision
}
