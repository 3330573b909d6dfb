package endpoint

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// modelUses are the repositories of Hugging Face that an endpoint serves: that of the model, and those of its adapters.
func modelUses(c kinds.Candidate) []kinds.ModelUse {
	uses := modelUse(c)
	if kinds.TextAt(c.Object.Object, "spec", "model", "hubEndpoint") != "" {
		return nil
	}
	listed, _, _ := unstructured.NestedFieldNoCopy(c.Object.Object, "spec", "adapters")
	adapters, _ := listed.([]any)
	for i, adapter := range adapters {
		fields, _ := adapter.(map[string]any)
		uses = append(uses, kinds.OnHub(kinds.TextAt(fields, "repository"), fmt.Sprintf("spec.adapters[%d].repository", i))...)
	}
	return uses
}

// modelUse is the repository of the model, none where the weights come from elsewhere.
func modelUse(c kinds.Candidate) []kinds.ModelUse {
	const at = "spec.model"
	text := func(name string) string { return kinds.TextAt(c.Object.Object, "spec", "model", name) }
	use := kinds.ModelUse{Repository: text("repository"), Revision: text("revision"), At: at + ".repository", RevisionAt: at + ".revision", FilesAt: at + ".file"}
	if use.Repository == "" || text("hubEndpoint") != "" {
		return nil
	}
	if file := text("file"); file != "" {
		use.Files = []string{file}
	}
	return []kinds.ModelUse{use}
}
