package endpoint

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// modelUse is the repository of Hugging Face that an endpoint serves, none where the weights come from elsewhere.
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
