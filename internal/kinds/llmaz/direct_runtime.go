package llmaz

import (
	"fmt"
	"iter"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

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
	err := field.NotFound(field.NewPath("spec", "backendRuntimeConfig", "configName"), name)
	err.Detail = fmt.Sprintf("BackendRuntime %s has no recommended configuration of this name%s (it has: %s): set config_name to one of them or add the configuration to the runtime (PG-C7)",
		r.name, origin, render.List(r.configNames()))
	return err
}

// recommendedConfig returns the first recommended configuration of that name.
func (r directRuntime) recommendedConfig(name string) (inferencev1alpha1.RecommendedConfig, bool) {
	for _, c := range r.spec.RecommendedConfigs {
		if c.Name == name {
			return c, true
		}
	}
	return inferencev1alpha1.RecommendedConfig{}, false
}

// configNames yields the names of the recommended configurations.
func (r directRuntime) configNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range r.spec.RecommendedConfigs {
			if !yield(c.Name) {
				return
			}
		}
	}
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
		return field.Invalid(chosen, r.config.Name,
			place+" needs a draft model: claim one in model_claims with the role draft, or choose another configuration (BR-C1)")
	case tokenModelPath, tokenModelName:
		return field.Invalid(chosen, r.config.Name,
			fmt.Sprintf("%s uses {{ .%s }}, which is empty for the claimed model (BR-C1)", place, token))
	case tokenTensorParallel:
		return field.Invalid(chosen, r.config.Name, fmt.Sprintf(
			"%s uses {{ .%s }}, which is the number of accelerators of the claimed flavor: give it limits such as nvidia.com/gpu or the param %s, or choose another configuration (BR-C1)",
			place, token, token))
	default:
		return field.Invalid(r.path, r.name, fmt.Sprintf(
			"%s uses {{ .%s }}: only {{ .%s }}, {{ .%s }}, {{ .%s }}, {{ .%s }} and {{ .%s }} stand for something, write one of them (BR-C1)",
			place, token, tokenModelPath, tokenModelName, tokenDraftModelPath, tokenTensorParallel, tokenPipelineParallel))
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
