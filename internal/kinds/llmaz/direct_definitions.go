package llmaz

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Kinds of the objects that direct mode looks up.
const (
	modelKind   = "OpenModel"
	runtimeKind = "BackendRuntime"
)

// directModel is one claimed model with its definition.
type directModel struct {
	claimedModel
	// defined is the place of the definition.
	defined *field.Path
	spec    corev1alpha1.OpenModelSpec
	source  directSource
}

func definitionPath(index int) *field.Path {
	return field.NewPath("definitions").Index(index)
}

// claimModels looks up the definitions of the claimed models, of which there is at least one.
func claimModels(defs render.Definitions, claim claim) ([]directModel, field.ErrorList) {
	var models []directModel
	var errs field.ErrorList
	for _, ref := range claim.mainFirst() {
		m, err := claimModel(defs, ref)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		models = append(models, m)
	}
	return models, errs
}

func claimModel(defs render.Definitions, ref claimedModel) (directModel, *field.Error) {
	def, index := defs.Find(modelKind, "", ref.name)
	if def == nil {
		err := field.NotFound(ref.at, ref.name)
		err.Detail = fmt.Sprintf("definitions has no OpenModel of this name (it has: %s): add inference_open_model.<x>.definition to definitions (PG-C1)",
			render.List(defs.Names(modelKind)))
		return directModel{}, err
	}
	m := directModel{claimedModel: ref, defined: definitionPath(index)}
	typed, err := render.Decode[corev1alpha1.OpenModel](def.Object)
	if err != nil {
		return m, field.Invalid(m.defined, ref.name, err.Error())
	}
	m.spec = typed.Spec
	if m.source, err = parseDirectSource(m.spec.Source); err != nil {
		return m, field.Invalid(m.defined, ref.name, err.Error())
	}
	return m, nil
}

// selectFlavors returns the claimed flavors of the main model in order of preference,
// which are all its flavors when the claim names none.
func selectFlavors(claim claim, main directModel) ([]corev1alpha1.Flavor, field.ErrorList) {
	var flavors []corev1alpha1.Flavor
	if main.spec.InferenceConfig != nil {
		flavors = main.spec.InferenceConfig.Flavors
	}
	if len(claim.flavors) == 0 {
		return flavors, nil
	}
	byName := map[string]corev1alpha1.Flavor{}
	for _, f := range slices.Backward(flavors) {
		byName[f.Name] = f
	}
	var selected []corev1alpha1.Flavor
	var errs field.ErrorList
	for i, name := range claim.flavors {
		flavor, ok := byName[name]
		if !ok {
			err := field.NotFound(claim.flavorsAt.Index(i), name)
			err.Detail = fmt.Sprintf("OpenModel %s has no flavor of this name (it has: %s): claim one of them or add it to the model (PG-C5)",
				main.name, render.List(maps.Keys(byName)))
			errs = append(errs, err)
			continue
		}
		selected = append(selected, flavor)
	}
	return selected, errs
}

// definedRuntime is a BackendRuntime and the place of its definition, which is nil for a built-in one.
type definedRuntime struct {
	name string
	path *field.Path
	spec inferencev1alpha1.BackendRuntimeSpec
}

// findRuntime looks up a runtime: among the definitions, then among those that are built in.
func findRuntime(defs render.Definitions, name string) (definedRuntime, *field.Error) {
	if def, index := defs.Find(runtimeKind, "", name); def != nil {
		r := definedRuntime{name: name, path: definitionPath(index)}
		typed, err := render.Decode[inferencev1alpha1.BackendRuntime](def.Object)
		if err != nil {
			return r, field.Invalid(r.path, name, err.Error())
		}
		r.spec = typed.Spec
		return r, nil
	}
	builtin := builtinRuntimes()
	if spec, ok := builtin[name]; ok {
		return definedRuntime{name: name, spec: spec}, nil
	}
	for defined := range defs.Names(runtimeKind) {
		builtin[defined] = inferencev1alpha1.BackendRuntimeSpec{}
	}
	err := field.NotFound(field.NewPath("spec", "backendRuntimeConfig", "backendName"), name)
	err.Detail = fmt.Sprintf("no BackendRuntime of this name is built in or defined (there is: %s): use one of them or add inference_backend_runtime.<x>.definition to definitions (PG-C6)",
		render.List(maps.Keys(builtin)))
	return definedRuntime{}, err
}
