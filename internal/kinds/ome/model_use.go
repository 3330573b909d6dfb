package ome

import (
	"cmp"
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

// servedUse is the model that a service refers to.
func servedUse(c kinds.Candidate) []kinds.ModelUse {
	kind := cmp.Or(kinds.TextAt(c.Object.Object, "spec", "model", "kind"), kindClusterModel)
	namespace := ""
	if kind == kindModel {
		namespace = c.Object.GetNamespace()
	}
	return c.DefinedBy(storedModel, "spec.model.name", kind, namespace, kinds.TextAt(c.Object.Object, "spec", "model", "name"))
}
