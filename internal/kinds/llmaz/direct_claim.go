package llmaz

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// directModelRef is one claimed model and where it is claimed.
type directModelRef struct {
	name string
	role corev1alpha1.ModelRole
	path *field.Path
}

// directModel is one claimed model with its definition.
type directModel struct {
	directModelRef
	spec   corev1alpha1.OpenModelSpec
	source directSource
}

// directModelRefs lists the claimed models, the main one first. A single claim wins over
// several.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.4.
func directModelRefs(spec inferencev1alpha1.PlaygroundSpec) []directModelRef {
	if spec.ModelClaim != nil {
		return []directModelRef{{
			name: string(spec.ModelClaim.ModelName),
			role: corev1alpha1.MainRole,
			path: field.NewPath("spec", "modelClaim", "modelName"),
		}}
	}
	if spec.ModelClaims == nil {
		return nil
	}
	var refs []directModelRef
	for i, m := range spec.ModelClaims.Models {
		ref := directModelRef{
			name: string(m.Name),
			role: corev1alpha1.MainRole,
			path: field.NewPath("spec", "modelClaims", "models").Index(i).Child("name"),
		}
		if m.Role != nil {
			ref.role = *m.Role
		}
		if ref.role == corev1alpha1.MainRole {
			refs = slices.Insert(refs, 0, ref)
		} else {
			refs = append(refs, ref)
		}
	}
	return refs
}

// detectDirectConfig is the name of the recommended configuration that follows from the claim.
func detectDirectConfig(refs []directModelRef) string {
	if slices.ContainsFunc(refs, func(r directModelRef) bool { return r.role == corev1alpha1.DraftRole }) {
		return configSpeculativeDecoding
	}
	return configDefault
}

// claimModels looks up the definitions of the claimed models.
func (d directDefinitions) claimModels(refs []directModelRef) ([]directModel, field.ErrorList) {
	if len(refs) == 0 {
		return nil, field.ErrorList{field.Required(field.NewPath("spec"),
			"no model is claimed: set model_claim, or model_claims with at least one model (PG-W1)")}
	}
	var models []directModel
	var errs field.ErrorList
	for _, ref := range refs {
		def, ok := d.models[ref.name]
		if !ok {
			err := field.NotFound(ref.path, ref.name)
			err.Detail = fmt.Sprintf("definitions has no OpenModel of this name (it has: %s): add inference_open_model.<x>.definition to definitions (PG-C1)", directNames(maps.Keys(d.models)))
			errs = append(errs, err)
			continue
		}
		source, err := parseDirectSource(def.spec.Source)
		if err != nil {
			errs = append(errs, field.Invalid(def.path, ref.name, err.Error()))
			continue
		}
		models = append(models, directModel{directModelRef: ref, spec: def.spec, source: source})
	}
	return models, errs
}

// selectDirectFlavors returns the claimed flavors of the main model in order of preference,
// which are all its flavors when the claim names none.
func selectDirectFlavors(spec inferencev1alpha1.PlaygroundSpec, main directModel) ([]corev1alpha1.Flavor, field.ErrorList) {
	names, path := directFlavorNames(spec)
	var flavors []corev1alpha1.Flavor
	if main.spec.InferenceConfig != nil {
		flavors = main.spec.InferenceConfig.Flavors
	}
	if len(names) == 0 {
		return flavors, nil
	}
	byName := map[string]corev1alpha1.Flavor{}
	for _, f := range slices.Backward(flavors) {
		byName[f.Name] = f
	}
	var selected []corev1alpha1.Flavor
	var errs field.ErrorList
	for i, name := range names {
		flavor, ok := byName[name]
		if !ok {
			err := field.NotFound(path.Index(i), name)
			err.Detail = fmt.Sprintf("OpenModel %s has no flavor of this name (it has: %s): claim one of them or add it to the model (PG-C5)", main.name, directNames(maps.Keys(byName)))
			errs = append(errs, err)
			continue
		}
		selected = append(selected, flavor)
	}
	return selected, errs
}

func directFlavorNames(spec inferencev1alpha1.PlaygroundSpec) ([]string, *field.Path) {
	switch {
	case spec.ModelClaim != nil:
		return spec.ModelClaim.InferenceFlavors, field.NewPath("spec", "modelClaim", "inferenceFlavors")
	case spec.ModelClaims != nil:
		return spec.ModelClaims.InferenceFlavors, field.NewPath("spec", "modelClaims", "inferenceFlavors")
	}
	return nil, nil
}
