package enginelint

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// OtherHub are the variables by which an engine looks for models where a plan does not.
var OtherHub = []string{"HF_ENDPOINT", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"}

// ModelUses are the models on hubs that the command lines of engines name, each once.
func ModelUses(read func(kinds.Candidate) []Engine) func(kinds.Candidate) []kinds.ModelUse {
	return func(c kinds.Candidate) []kinds.ModelUse {
		var all []kinds.ModelUse
		for _, e := range read(c) {
			use, named := e.modelUse()
			if named && !slices.ContainsFunc(all, func(other kinds.ModelUse) bool {
				return other.Repository == use.Repository && other.Revision == use.Revision && slices.Equal(other.Files, use.Files)
			}) {
				all = append(all, use)
			}
		}
		return all
	}
}

func (e Engine) modelUse() (kinds.ModelUse, bool) {
	known, ok := engines.Of(e.Container)
	if !ok || slices.ContainsFunc(e.Container.Env, func(v corev1.EnvVar) bool { return slices.Contains(OtherHub, v.Name) }) {
		return kinds.ModelUse{}, false
	}
	m := known.Model(e.Container)
	use := kinds.ModelUse{
		ModelScope: m.ModelScope, Repository: m.Repository, Revision: m.Revision,
		At: e.word(m.Word).String(), RevisionAt: e.word(m.RevisionAt).String(), FilesAt: e.word(m.FileAt).String(),
	}
	if m.File != "" {
		use.Files = []string{m.File}
	}
	return use, m.Repository != ""
}
