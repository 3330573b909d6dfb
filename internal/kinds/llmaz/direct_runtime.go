package llmaz

import (
	"fmt"
	"iter"
	"maps"
	"regexp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// directRuntime is the runtime of a playground, and the recommended configuration it starts from.
type directRuntime struct {
	definedRuntime
	name   string
	config inferencev1alpha1.RecommendedConfig
}

// chooseRuntime looks up the runtime that a playground names, and its recommended
// configuration: the named one, or the detected one when the playground names none.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
func (d directDefinitions) chooseRuntime(config *inferencev1alpha1.BackendRuntimeConfig, detected string) (directRuntime, *field.Error) {
	path := field.NewPath("spec", "backendRuntimeConfig")
	name, configName, origin := defaultBackendName, detected, ", which follows from the claimed models"
	if config != nil && config.BackendName != nil {
		name = *config.BackendName
	}
	if config != nil && config.ConfigName != nil {
		configName, origin = *config.ConfigName, ""
	}
	defined, ok := d.runtimes[name]
	if !ok {
		err := field.NotFound(path.Child("backendName"), name)
		err.Detail = fmt.Sprintf("no BackendRuntime of this name is built in or defined (there is: %s): use one of them or add inference_backend_runtime.<x>.definition to definitions (PG-C6)", directNames(maps.Keys(d.runtimes)))
		return directRuntime{}, err
	}
	r := directRuntime{definedRuntime: defined, name: name}
	if r.config, ok = r.recommendedConfig(configName); !ok {
		err := field.NotFound(path.Child("configName"), configName)
		err.Detail = fmt.Sprintf("BackendRuntime %s has no recommended configuration of this name%s (it has: %s): set config_name to one of them or add the configuration to the runtime (PG-C7)", name, origin, directNames(r.configNames()))
		return directRuntime{}, err
	}
	return r, nil
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

// Tokens that stand for the claimed models in the arguments of a recommended configuration.
const (
	tokenModelPath      = "ModelPath"
	tokenModelName      = "ModelName"
	tokenDraftModelPath = "DraftModelPath"
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
	switch token {
	case tokenDraftModelPath:
		return field.Invalid(field.NewPath("spec", "backendRuntimeConfig", "configName"), r.config.Name,
			place+" needs a draft model: claim one in model_claims with the role draft, or choose another configuration (BR-C1)")
	case tokenModelPath, tokenModelName:
		return field.Invalid(field.NewPath("spec", "backendRuntimeConfig", "configName"), r.config.Name,
			fmt.Sprintf("%s uses {{ .%s }}, which is empty for the claimed model (BR-C1)", place, token))
	default:
		return field.Invalid(r.path, r.name, fmt.Sprintf(
			"%s uses {{ .%s }}: only {{ .%s }}, {{ .%s }} and {{ .%s }} stand for something, write one of them (BR-C1)",
			place, token, tokenModelPath, tokenModelName, tokenDraftModelPath))
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
