package llmkube

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
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

// servedUse is the model that a service refers to.
func servedUse(c kinds.Candidate) []kinds.ModelUse {
	return c.DefinedBy(modelUse, "spec.modelRef", "Model", c.Object.GetNamespace(), kinds.TextAt(c.Object.Object, "spec", "modelRef"))
}
