package llmaz

import (
	"slices"

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
	return kinds.Candidate{Object: in.Object, References: in.References, Direct: true}
}

var claimedModelsPath = field.NewPath("spec", "modelClaims", "models")

// isDraft reports whether the model drafts tokens; a model without a role is a main one.
func isDraft(model corev1alpha1.ModelRef) bool {
	return model.Role != nil && *model.Role == corev1alpha1.DraftRole
}

// modelOf is the OpenModel of that name, nil when its definition is not given.
func modelOf(c kinds.Candidate, name string) *corev1alpha1.OpenModel {
	return definitionOf[corev1alpha1.OpenModel](c, "OpenModel", name)
}

// definitionOf returns the cluster-scoped object of that kind and name, nil when its
// definition is not given.
func definitionOf[T any](c kinds.Candidate, kind, name string) *T {
	definition := c.Find(kind, "", name)
	if definition == nil {
		return nil
	}
	object, err := render.Decode[T](definition.Object)
	if err != nil {
		return nil // the schema of the definition reports it better
	}
	return &object
}
