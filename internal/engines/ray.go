package engines

import (
	"path"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Ray is what is known of an engine that may spread over hosts by Ray.
type Ray struct {
	// Backend are the flags whose value "ray" asks for it, and Until is the first version whose image does not have it.
	Backend []string `json:"backend"`
	Until   string   `json:"until"`
}

var (
	// startsRay matches what a shell reads. The script is one that images of vLLM have, and starts Ray.
	//
	// Source: vllm-project/vllm pull request 12913.
	startsRay = regexp.MustCompile(`(?:^|[\s;&|(/])ray\s+start\b|\bmulti-node-serving\.sh\b`)
	asksRay   = regexp.MustCompile(`--distributed[-_]executor[-_]backend[=\s]+["']?ray\b`)
	registry  = regexp.MustCompile(`^(?:(?:index\.|registry-1\.)?docker\.io/)?`)
)

// LacksRay reports whether the image of a container is a release of its engine without Ray. Images of other repositories may have got
// it, whatever their tag is.
func LacksRay(image string) bool {
	e, known := ofImage(image)
	repository, _ := split(image)
	version := e.VersionOf(image)
	return known && e.Ray.Until != "" && slices.Contains(e.Repositories, registry.ReplaceAllString(repository, "")) &&
		within(e.Known().Versions, version) && compare(version, e.Ray.Until) >= 0
}

// WantsRay returns the index of the word in the command and arguments of a container which starts Ray or asks for it, and false where
// none does, or where something may put Ray there before.
func WantsRay(c *corev1.Container) (int, bool) {
	words := slices.Concat(c.Command, c.Args)
	if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, "install") }) ||
		slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool { return v.Name == "PATH" || v.Name == "PYTHONPATH" }) {
		return 0, false
	}
	e, _ := ofImage(c.Image)
	for i, word := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		flag, value, joined := strings.Cut(word, "=")
		if !joined {
			value = next
		}
		if startsRay.MatchString(word) || asksRay.MatchString(word) || slices.Contains(e.Ray.Backend, flag) && value == "ray" || path.Base(word) == "ray" && next == "start" {
			return i, true
		}
	}
	return 0, false
}
