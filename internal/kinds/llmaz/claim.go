package llmaz

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// claim is what an object claims, with the definitions of the models that are given.
type claim struct {
	models    []claimedModel
	flavors   []string
	flavorsAt *field.Path
	// skipsLoader is whether no container loads the weights.
	skipsLoader bool
}

// claimedModel is one claimed model and where it is claimed.
type claimedModel struct {
	name  string
	draft bool
	at    *field.Path
	// model is nil when its definition is not given.
	model *corev1alpha1.OpenModel
}

// main returns the model that answers, false when its definition is not given.
func (c claim) main() (claimedModel, bool) {
	i := slices.IndexFunc(c.models, func(m claimedModel) bool { return !m.draft })
	if i < 0 || c.models[i].model == nil {
		return claimedModel{}, false
	}
	return c.models[i], true
}

// given yields the models whose definitions are given.
func (c claim) given() []claimedModel {
	return slices.DeleteFunc(slices.Clone(c.models), func(m claimedModel) bool { return m.model == nil })
}

// scheme is the upper-cased scheme of the model's URI, "HUB" when it is on a hub.
func (m claimedModel) scheme() string {
	if m.model.Spec.Source.ModelHub != nil {
		return "HUB"
	}
	scheme, _, _ := splitModelURI(m.model)
	return scheme
}

func (m claimedModel) uri() string { return *m.model.Spec.Source.URI }

// splitModelURI returns the upper-cased scheme and the address of the model's URI,
// and false when it has none of that form.
func splitModelURI(m *corev1alpha1.OpenModel) (scheme, address string, ok bool) {
	if m.Spec.Source.URI == nil {
		return "", "", false
	}
	parts := strings.Split(*m.Spec.Source.URI, "://")
	if len(parts) != 2 {
		return "", "", false
	}
	return strings.ToUpper(parts[0]), parts[1], true
}

// detected is the name of the recommended configuration that follows from the claimed models.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.4.
func (c claim) detected() string {
	if slices.ContainsFunc(c.models, func(m claimedModel) bool { return m.draft }) {
		return configSpeculativeDecoding
	}
	return configDefault
}

// mainFirst returns the models with the one that answers at the front.
func (c claim) mainFirst() []claimedModel {
	return slices.SortedStableFunc(slices.Values(c.models), func(a, b claimedModel) int {
		switch {
		case a.draft == b.draft:
			return 0
		case b.draft:
			return -1
		}
		return 1
	})
}

func severalModels(c kinds.Candidate, claims *corev1alpha1.ModelClaims) claim {
	result := claim{flavorsAt: field.NewPath("spec", "modelClaims", "inferenceFlavors"), skipsLoader: skipsModelLoader(c)}
	if claims == nil {
		return result
	}
	result.flavors = claims.InferenceFlavors
	for i, m := range claims.Models {
		result.models = append(result.models, claimedModel{
			name: string(m.Name), draft: isDraft(m), at: claimedModelsPath.Index(i).Child("name"), model: modelOf(c, string(m.Name)),
		})
	}
	return result
}

// claimOfPlayground returns the claim of a playground. A single claim wins over several.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.4.
func claimOfPlayground(p *inferencev1alpha1.Playground, c kinds.Candidate) claim {
	one := p.Spec.ModelClaim
	if one == nil {
		return severalModels(c, p.Spec.ModelClaims)
	}
	at, name := field.NewPath("spec", "modelClaim"), string(one.ModelName)
	return claim{
		models:  []claimedModel{{name: name, at: at.Child("modelName"), model: modelOf(c, name)}},
		flavors: one.InferenceFlavors, flavorsAt: at.Child("inferenceFlavors"), skipsLoader: skipsModelLoader(c),
	}
}

func claimOfService(s *inferencev1alpha1.Service, c kinds.Candidate) claim {
	return severalModels(c, s.Spec.ModelClaims)
}

func skipsModelLoader(c kinds.Candidate) bool {
	return c.Object.GetAnnotations()[annotationSkipModelLoader] == "true"
}

// candidateOf is what the rules read of the input of a renderer.
func candidateOf(in render.Input) kinds.Candidate {
	return kinds.Candidate{Object: in.Object, Definitions: in.Definitions, Direct: true}
}
