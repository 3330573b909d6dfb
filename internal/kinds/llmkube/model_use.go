package llmkube

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// modelUse is the repository of Hugging Face that a Model names, also by the address of one of its files.
func modelUse(c kinds.Candidate) []kinds.ModelUse {
	source := kinds.TextAt(c.Object.Object, "spec", "source")
	use := kinds.ModelUse{At: "spec.source", RevisionAt: "spec.source", FilesAt: "spec.files"}
	switch classify(source) {
	case hubSource, bareSource:
		r := repositoryOf(source)
		use.Repository, use.Revision = r.name, r.revision
		use.Files, _, _ = unstructured.NestedStringSlice(c.Object.Object, "spec", "files")
	case fileSource:
		address := hubAddress.FindStringSubmatch(source)
		if address == nil {
			return nil
		}
		parts := strings.Split(strings.Trim(address[1], "/"), "/")
		use.Repository, use.Revision = strings.Join(parts[:2], "/"), parts[3]
		use.Files, use.FilesAt = []string{strings.Join(parts[4:], "/")}, "spec.source"
	default:
		return nil
	}
	return []kinds.ModelUse{use}
}

// adapterUse is the repository of Hugging Face that an adapter is downloaded from, none where its service has another hub.
//
// Source: sgl-project/sglang python/sglang/srt/lora/lora_config.py@0ceb81fe4868.
func adapterUse(c kinds.Candidate) []kinds.ModelUse {
	namespace := kinds.TextAt(c.Object.Object, "spec", "inferenceServiceRef", "namespace")
	service, _ := c.References.Find("InferenceService", cmp.Or(namespace, c.Object.GetNamespace()), kinds.TextAt(c.Object.Object, "spec", "inferenceServiceRef", "name"))
	if service != nil {
		listed, _, _ := unstructured.NestedFieldNoCopy(service.Object, "spec", "env")
		env, _ := listed.([]any)
		if slices.ContainsFunc(env, func(variable any) bool {
			fields, _ := variable.(map[string]any)
			return slices.Contains(enginelint.OtherHub, kinds.TextAt(fields, "name"))
		}) {
			return nil
		}
	}
	return kinds.OnHub(kinds.TextAt(c.Object.Object, "spec", "path"), "spec.path")
}

// servedUse is the model that a service refers to.
func servedUse(c kinds.Candidate) []kinds.ModelUse {
	return c.DefinedBy(modelUse, "spec.modelRef", "Model", c.Object.GetNamespace(), kinds.TextAt(c.Object.Object, "spec", "modelRef"))
}
