package ome

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// storedModel is the repository of Hugging Face that the storage of a model or of weights names.
func storedModel(c kinds.Candidate) []kinds.ModelUse {
	const at = "spec.storage.storageUri"
	address, found := strings.CutPrefix(kinds.TextAt(c.Object.Object, "spec", "storage", "storageUri"), "hf://")
	repository, revision, _ := strings.Cut(address, "@")
	if !found || repository == "" {
		return nil
	}
	return []kinds.ModelUse{{Repository: repository, Revision: revision, At: at, RevisionAt: at, FilesAt: at}}
}
