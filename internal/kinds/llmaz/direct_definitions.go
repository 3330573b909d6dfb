package llmaz

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

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
	return field.NewPath("references").Index(index)
}

func claimModel(defs render.References, ref claimedModel) (directModel, *field.Error) {
	def, index := defs.Find(modelKind, "", ref.name)
	if def == nil {
		return directModel{}, render.Missing("PG-C1", ref.at, ref.name, fmt.Sprintf(
			"references has no OpenModel of this name (it has: %s): add inference_open_model.<x>.manifest to references",
			render.List(defs.Names(modelKind))))
	}
	m := directModel{claimedModel: ref, defined: definitionPath(index)}
	typed, err := render.Decode[corev1alpha1.OpenModel](def.Object)
	if err != nil {
		return m, render.Breaks(render.RuleManifest, field.Invalid(m.defined, ref.name, err.Error()))
	}
	m.spec = typed.Spec
	source, rule, fault := parseDirectSource(m.spec.Source)
	if fault != nil {
		return m, render.Breaks(rule, field.Invalid(m.defined, ref.name, fault.Error()))
	}
	m.source = source
	return m, nil
}

// selectFlavors returns the claimed flavors of the main model in order of preference,
// which are all its flavors when the claim names none.
func (s directServing) selectFlavors() []corev1alpha1.Flavor {
	main := s.models[0]
	flavors := ptr.Deref(main.spec.InferenceConfig, corev1alpha1.InferenceConfig{}).Flavors
	if len(s.claim.flavors) == 0 {
		return flavors
	}
	byName := map[string]corev1alpha1.Flavor{}
	for _, f := range slices.Backward(flavors) {
		byName[f.Name] = f
	}
	var selected []corev1alpha1.Flavor
	for i, name := range s.claim.flavors {
		flavor, ok := byName[name]
		if !ok {
			s.Fail(render.Missing("PG-C5", s.claim.flavorsAt.Index(i), name, fmt.Sprintf(
				"OpenModel %s has no flavor of this name (it has: %s): claim one of them or add it to the model",
				main.name, render.List(maps.Keys(byName)))))
			continue
		}
		selected = append(selected, flavor)
	}
	return selected
}

// definedRuntime is a BackendRuntime and the place of its definition, which is nil for a built-in one.
type definedRuntime struct {
	name string
	path *field.Path
	spec inferencev1alpha1.BackendRuntimeSpec
}

// findRuntime looks up a runtime: among the definitions, then among those that are built in.
func findRuntime(defs render.References, name string) (definedRuntime, *field.Error) {
	if def, index := defs.Find(runtimeKind, "", name); def != nil {
		r := definedRuntime{name: name, path: definitionPath(index)}
		typed, err := render.Decode[inferencev1alpha1.BackendRuntime](def.Object)
		if err != nil {
			return r, render.Breaks(render.RuleManifest, field.Invalid(r.path, name, err.Error()))
		}
		r.spec = typed.Spec
		return r, nil
	}
	if spec, known := builtinRuntime(name); known {
		return definedRuntime{name: name, spec: spec}, nil
	}
	return definedRuntime{}, render.Missing("PG-C6", field.NewPath("spec", "backendRuntimeConfig", "backendName"), name, fmt.Sprintf(
		"no BackendRuntime of this name is built in or defined (there is: %s): use one of them or add inference_backend_runtime.<x>.manifest to references",
		render.List(slices.Values(slices.AppendSeq(slices.Collect(maps.Keys(builtinRuntimes())), defs.Names(runtimeKind))))))
}

// directRuntime is the runtime of a playground, and the recommended configuration it starts from.
type directRuntime struct {
	definedRuntime
	config inferencev1alpha1.RecommendedConfig
}

// choose takes the recommended configuration of that name. origin completes "no
// recommended configuration of this name" with where the name comes from.
func (r *directRuntime) choose(name, origin string) *field.Error {
	var ok bool
	if r.config, ok = r.recommendedConfig(name); ok {
		return nil
	}
	var names []string
	for _, c := range r.spec.RecommendedConfigs {
		names = append(names, c.Name)
	}
	return render.Missing("PG-C7", field.NewPath("spec", "backendRuntimeConfig", "configName"), name, fmt.Sprintf(
		"BackendRuntime %s has no recommended configuration of this name%s (it has: %s): set config_name to one of them or add the configuration to the runtime",
		r.name, origin, render.List(slices.Values(names))))
}

// recommendedConfig returns the first recommended configuration of that name.
func (r directRuntime) recommendedConfig(name string) (inferencev1alpha1.RecommendedConfig, bool) {
	i := slices.IndexFunc(r.spec.RecommendedConfigs, func(c inferencev1alpha1.RecommendedConfig) bool { return c.Name == name })
	if i < 0 {
		return inferencev1alpha1.RecommendedConfig{}, false
	}
	return r.spec.RecommendedConfigs[i], true
}

// image returns the image of the serving container. The repository of a built-in runtime is as
// pinned as its tag, which the version replaces.
func (r directRuntime) image(images *render.Images, version *string) string {
	image := r.spec.Image + ":" + r.spec.Version
	if r.path == nil {
		image = images.Use(r.name, image)
	}
	if version != nil {
		image = image[:strings.LastIndex(image, ":")+1] + *version
	}
	return image
}

// Tokens that stand for the claimed models, and for the parameters of a flavor that spans several
// hosts, in the arguments of a recommended configuration.
const (
	tokenModelPath      = "ModelPath"
	tokenModelName      = "ModelName"
	tokenDraftModelPath = "DraftModelPath"
	// tokenTensorParallel is the number of accelerators that share a layer.
	tokenTensorParallel = "TP"
	// tokenPipelineParallel is the number of hosts, each of which has some of the layers.
	tokenPipelineParallel = "PP"
)

// argumentToken matches a token in an argument.
// Source: InftyAI/llmaz pkg/controller_helper/backendruntime/backendruntime.go@v0.1.4.
var argumentToken = regexp.MustCompile(`\{\{\s*\.(\w+)\s*\}\}`)

// renderArgs returns the arguments of the chosen configuration with every token replaced.
func (r directRuntime) renderArgs(tokens map[string]string) ([]string, field.ErrorList) {
	var args []string
	var errs field.ErrorList
	for i, arg := range r.config.Args {
		args = append(args, argumentToken.ReplaceAllStringFunc(arg, func(match string) string {
			token := argumentToken.FindStringSubmatch(match)[1]
			value := tokens[token]
			if value == "" {
				errs = append(errs, r.tokenError(i, token))
			}
			return value
		}))
	}
	return args, errs
}

// tokenError says why a token of the i-th argument has no value.
func (r directRuntime) tokenError(i int, token string) *field.Error {
	place := fmt.Sprintf("args[%d] of configuration %s of BackendRuntime %s", i, r.config.Name, r.name)
	chosen := field.NewPath("spec", "backendRuntimeConfig", "configName")
	switch token {
	case tokenDraftModelPath:
		return render.Breaks("BR-C1", field.Invalid(chosen, r.config.Name,
			place+" needs a draft model: claim one in model_claims with the role draft, or choose another configuration"))
	case tokenModelPath, tokenModelName:
		return render.Breaks("BR-C1", field.Invalid(chosen, r.config.Name,
			fmt.Sprintf("%s uses {{ .%s }}, which is empty for the claimed model", place, token)))
	case tokenTensorParallel:
		return render.Breaks("BR-C1", field.Invalid(chosen, r.config.Name, fmt.Sprintf(
			"%s uses {{ .%s }}, which is the number of accelerators of the claimed flavor: give it limits such as nvidia.com/gpu or the param %s, or choose another configuration",
			place, token, token)))
	default:
		return render.Breaks("BR-C1", field.Invalid(r.path, r.name, fmt.Sprintf(
			"%s uses {{ .%s }}: only {{ .%s }}, {{ .%s }}, {{ .%s }}, {{ .%s }} and {{ .%s }} stand for something, write one of them",
			place, token, tokenModelPath, tokenModelName, tokenDraftModelPath, tokenTensorParallel, tokenPipelineParallel)))
	}
}

// uses reports whether an argument of the chosen configuration has the token.
func (r directRuntime) uses(token string) bool {
	for _, arg := range r.config.Args {
		for _, match := range argumentToken.FindAllStringSubmatch(arg, -1) {
			if match[1] == token {
				return true
			}
		}
	}
	return false
}
