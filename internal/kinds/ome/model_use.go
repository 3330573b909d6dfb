package ome

import (
	"cmp"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// The models that a service and a runtime name, of which the engines of a service may name one beside that of `spec.model`.
var (
	serviceModels = kinds.AllModels(servedUse, enginelint.ModelUses(serviceEngines))
	runtimeModels = enginelint.ModelUses(runtimeEngines)
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

// measuredUse is the model whose tokenizer a benchmark downloads: the one that the options name, or else that of the service under
// test, where the definitions have both.
func measuredUse(c kinds.Candidate) []kinds.ModelUse {
	if tokenizer := kinds.TextAt(c.Options, "tokenizer"); c.Direct && tokenizer != "" {
		return kinds.OnHub(tokenizer, "direct.tokenizer")
	}
	const at = "spec.endpoint.inferenceService"
	text := func(name string) string {
		return kinds.TextAt(c.Object.Object, "spec", "endpoint", "inferenceService", name)
	}
	service, _ := c.References.Find("InferenceService", text("namespace"), text("name"))
	if service == nil {
		return nil
	}
	model := kinds.TextAt(service.Object, "spec", "model", "name")
	if own := c.DefinedBy(storedModel, at, kindModel, service.GetNamespace(), model); len(own) > 0 {
		return own
	}
	return c.DefinedBy(storedModel, at, kindClusterModel, "", model)
}
