package llmaz

import (
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// The models that a service and a runtime name: the engines of both may name one themselves, instead of a path to the claimed one.
var (
	serviceModels = kinds.AllModels(serviceUse, enginelint.ModelUses(serviceEngines))
	runtimeModels = enginelint.ModelUses(runtimeEngines)
)

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

// playgroundUse is the model that a playground claims.
func playgroundUse(c kinds.Candidate) []kinds.ModelUse {
	p, err := render.Decode[inferencev1alpha1.Playground](c.Object.Object)
	if err != nil {
		return nil
	}
	return claimedUse(c, claimOfPlayground(&p, c))
}

// serviceUse is the model that a service claims.
func serviceUse(c kinds.Candidate) []kinds.ModelUse {
	s, err := render.Decode[inferencev1alpha1.Service](c.Object.Object)
	if err != nil {
		return nil
	}
	return claimedUse(c, claimOfService(&s, c))
}

// claimedUse is the main model of a claim: what drafts for it is looked at where it is defined.
func claimedUse(c kinds.Candidate, claimed claim) []kinds.ModelUse {
	models := claimed.mainFirst()
	if len(models) == 0 {
		return nil
	}
	return c.DefinedBy(openModelUse, models[0].at.String(), modelKind, "", models[0].name)
}
