package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// openModelUse is the model on a hub that an OpenModel names. Patterns choose among files that are not known by name.
func openModelUse(c kinds.Candidate) []kinds.ModelUse {
	const at = "spec.source.modelHub"
	text := func(name string) string { return kinds.TextAt(c.Object.Object, "spec", "source", "modelHub", name) }
	use := kinds.ModelUse{
		Repository: text("modelID"), Revision: text("revision"),
		At: at + ".modelID", RevisionAt: at + ".revision", FilesAt: at + ".filename",
	}
	if use.Repository == "" {
		return nil
	}
	if file := text("filename"); file != "" {
		use.Files = []string{file}
	}
	if text("name") == "ModelScope" {
		use.ModelScope = true
		if use.Revision == defaultRevision {
			use.Revision = "" // the API fills it in for every hub, also for this one, whose main branch has another name
		}
	}
	return []kinds.ModelUse{use}
}
