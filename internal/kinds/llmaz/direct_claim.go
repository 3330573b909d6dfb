package llmaz

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// directClaim is what a playground or a service claims.
type directClaim struct {
	// models has the main model first; it is empty when nothing is claimed, and missing says so.
	models  []directModelRef
	missing *field.Error
	// flavors are names of the main model's flavors in order of preference; none means all of them.
	flavors     []string
	flavorsPath *field.Path
}

// directModelRef is one claimed model and where it is claimed.
type directModelRef struct {
	name string
	role corev1alpha1.ModelRole
	path *field.Path
}

// playgroundClaim returns the claim of a playground. A single claim wins over several.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.4.
func playgroundClaim(spec inferencev1alpha1.PlaygroundSpec) directClaim {
	if spec.ModelClaim == nil {
		return modelsClaim(spec.ModelClaims, field.Required(field.NewPath("spec"),
			"no model is claimed: set model_claim, or model_claims with at least one model (PG-W1)"))
	}
	path := field.NewPath("spec", "modelClaim")
	return directClaim{
		models: []directModelRef{{
			name: string(spec.ModelClaim.ModelName),
			role: corev1alpha1.MainRole,
			path: path.Child("modelName"),
		}},
		flavors:     spec.ModelClaim.InferenceFlavors,
		flavorsPath: path.Child("inferenceFlavors"),
	}
}

// modelsClaim returns a claim of several models, the main one first.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.4.
func modelsClaim(claims *corev1alpha1.ModelClaims, missing *field.Error) directClaim {
	claim := directClaim{missing: missing}
	if claims == nil {
		return claim
	}
	path := field.NewPath("spec", "modelClaims")
	claim.flavors, claim.flavorsPath = claims.InferenceFlavors, path.Child("inferenceFlavors")
	for i, m := range claims.Models {
		ref := directModelRef{
			name: string(m.Name),
			role: corev1alpha1.MainRole,
			path: path.Child("models").Index(i).Child("name"),
		}
		if m.Role != nil {
			ref.role = *m.Role
		}
		if ref.role == corev1alpha1.MainRole {
			claim.models = slices.Insert(claim.models, 0, ref)
		} else {
			claim.models = append(claim.models, ref)
		}
	}
	return claim
}

// config is the name of the recommended configuration that follows from the claimed models.
func (c directClaim) config() string {
	if slices.ContainsFunc(c.models, func(r directModelRef) bool { return r.role == corev1alpha1.DraftRole }) {
		return configSpeculativeDecoding
	}
	return configDefault
}
