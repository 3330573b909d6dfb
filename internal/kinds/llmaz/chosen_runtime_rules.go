package llmaz

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

var claimReads = []string{"spec.modelClaim", "spec.modelClaims"}

// chosenRuntimeRules compare a playground with the definition of its runtime. In direct
// mode the renderer reports them, because it needs the definition.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go and
// pkg/controller_helper/backendruntime @v0.1.4.
var chosenRuntimeRules = []kinds.Rule{
	{
		ID: "PG-C7", Says: "the runtime has the recommended configuration that is named or follows from the claim", Modes: kinds.OperatorMode, Reads: slices.Concat(runtimeReads, []string{"spec.backendRuntimeConfig.configName"}, claimReads),
		Check: ofPlayground(chosenConfigRule),
	},
	{
		ID: "PG-C9", Says: "with `elastic_config`, the playground or its runtime has a trigger", Dialects: []string{"v0.1.4"}, Modes: kinds.OperatorMode, Warn: true, Reads: slices.Concat(runtimeReads, []string{"spec.elasticConfig"}, claimReads),
		Check: ofPlayground(noTriggerRule),
	},
	{
		ID: "BR-C1", Says: "a configuration that starts a draft model is chosen with a draft claimed", Modes: kinds.OperatorMode, Reads: slices.Concat(runtimeReads, []string{"spec.backendRuntimeConfig.configName"}, claimReads),
		Check: ofPlayground(draftOfConfigRule),
	},
	{
		ID: "OM-C7", Says: "a model of Ollama runs on the runtime `ollama`", Modes: kinds.OperatorMode, Warn: true, Reads: slices.Concat(runtimeReads, []string{"spec.backendRuntimeConfig.configName"}, claimReads),
		Check: ofPlayground(ollamaRuntimeRule),
	},
	{
		ID: "DUP-2", Says: "environment variables are not those that the model loader sets itself", Dialects: []string{"v0.1.4"}, Modes: kinds.OperatorMode,
		Reads: slices.Concat(runtimeReads, []string{"spec.backendRuntimeConfig.envs", "metadata.annotations"}, claimReads),
		Check: ofPlayground(playgroundLoaderRule),
	},
	{
		ID: "DUP-5", Says: "environment variables are not those of the runtime", Dialects: []string{"v0.1.0"}, Modes: kinds.OperatorMode, Reads: slices.Concat(runtimeReads, []string{"spec.backendRuntimeConfig.envs"}),
		Check: ofPlayground(variablesTwiceRule),
	},
}

var runtimeReads = []string{"definitions", "spec.backendRuntimeConfig.backendName"}

// playing is a playground with what is known of what it refers to.
type playing struct {
	claim
	spec   inferencev1alpha1.PlaygroundSpec
	config inferencev1alpha1.BackendRuntimeConfig
	// runtime is nil when its definition is not given.
	runtime     *inferencev1alpha1.BackendRuntime
	runtimeName string
	dialect     string
}

func ofPlayground(check func(playing) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(object *inferencev1alpha1.Playground, c kinds.Candidate) field.ErrorList {
		p := playing{claim: claimOfPlayground(object, c), spec: object.Spec, runtimeName: defaultBackendName, dialect: c.Dialect}
		if config := object.Spec.BackendRuntimeConfig; config != nil {
			p.config = *config
			p.runtimeName = *cmp.Or(config.BackendName, &p.runtimeName)
		}
		p.runtime = definitionOf[inferencev1alpha1.BackendRuntime](c, "BackendRuntime", p.runtimeName)
		return check(p)
	})
}

// recommended returns the configuration of that name, nil when the runtime is not given
// or does not have it.
func (p playing) recommended(name string) *inferencev1alpha1.RecommendedConfig {
	if p.runtime == nil {
		return nil
	}
	i := slices.IndexFunc(p.runtime.Spec.RecommendedConfigs, func(c inferencev1alpha1.RecommendedConfig) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &p.runtime.Spec.RecommendedConfigs[i]
}

// chosen is the name of the configuration that the playground starts from.
func (p playing) chosen() string {
	detected := p.detected()
	return *cmp.Or(p.config.ConfigName, &detected)
}

// chosenConfigRule leaves v0.1.0 alone where no name is given, which chooses otherwise.
func chosenConfigRule(p playing) field.ErrorList {
	if p.runtime == nil || p.recommended(p.chosen()) != nil || p.config.ConfigName == nil && p.dialect == "v0.1.0" {
		return nil
	}
	var names []string
	for _, config := range p.runtime.Spec.RecommendedConfigs {
		names = append(names, config.Name)
	}
	err := field.NotFound(backendConfigPath.Child("configName"), p.chosen())
	err.Detail = fmt.Sprintf("the BackendRuntime `%s` has no configuration of this name (it has: %s); name one of them, or add it to the runtime", p.runtimeName, render.List(slices.Values(names)))
	return field.ErrorList{err}
}

// noTriggerRule finds playgrounds that nothing scales. The trigger follows from the
// claim, whatever configuration is named.
func noTriggerRule(p playing) field.ErrorList {
	elastic := p.spec.ElasticConfig
	if p.runtime == nil || elastic == nil || elastic.ScaleTrigger != nil {
		return nil
	}
	if config := p.recommended(p.detected()); config != nil && config.ScaleTrigger != nil {
		return nil
	}
	return field.ErrorList{field.Required(elasticConfigPath.Child("scaleTrigger"), fmt.Sprintf(
		"nothing scales the playground: the configuration `%s` of the BackendRuntime `%s` has no trigger either; set one here or there", p.detected(), p.runtimeName))}
}

// arguments returns the tokens in the arguments of the chosen configuration.
func (p playing) tokens() []string {
	config := p.recommended(p.chosen())
	if config == nil {
		return nil
	}
	var tokens []string
	for _, arg := range config.Args {
		for _, match := range argumentToken.FindAllStringSubmatch(arg, -1) {
			tokens = append(tokens, match[1])
		}
	}
	return tokens
}

func draftOfConfigRule(p playing) field.ErrorList {
	if len(p.models) != 1 || !slices.Contains(p.tokens(), tokenDraftModelPath) {
		return nil
	}
	return field.ErrorList{field.Invalid(backendConfigPath.Child("configName"), p.chosen(), fmt.Sprintf(
		"the configuration of the BackendRuntime `%s` needs a draft model, and one model is claimed; claim a draft in `model_claims`, or choose another configuration", p.runtimeName))}
}

func ollamaRuntimeRule(p playing) field.ErrorList {
	main, ok := p.main()
	tokens := p.tokens()
	if !ok || main.scheme() != "OLLAMA" || !slices.Contains(tokens, tokenModelPath) || slices.Contains(tokens, tokenModelName) {
		return nil
	}
	return field.ErrorList{field.Invalid(main.at, main.name, fmt.Sprintf(
		"`%s` has no files, and the BackendRuntime `%s` is given a path; choose a runtime that takes the name of the model, such as `ollama`", main.uri(), p.runtimeName))}
}

var envsPath = backendConfigPath.Child("envs")

func playgroundLoaderRule(p playing) field.ErrorList {
	errs := p.loaderTwice(p.config.Envs, func(i int) *field.Path { return envsPath.Index(i).Child("name") })
	if p.runtime == nil {
		return errs
	}
	own := func(env corev1.EnvVar) bool {
		return slices.ContainsFunc(p.config.Envs, func(e corev1.EnvVar) bool { return e.Name == env.Name })
	}
	inherited := slices.DeleteFunc(slices.Clone(p.runtime.Spec.Envs), own)
	return append(errs, p.loaderTwice(inherited, func(int) *field.Path { return backendConfigPath.Child("backendName") })...)
}

func variablesTwiceRule(p playing) field.ErrorList {
	if p.runtime == nil {
		return nil
	}
	var errs field.ErrorList
	for i, env := range p.config.Envs {
		if slices.ContainsFunc(p.runtime.Spec.Envs, func(e corev1.EnvVar) bool { return e.Name == env.Name }) {
			errs = append(errs, field.Invalid(envsPath.Index(i).Child("name"), env.Name, fmt.Sprintf(
				"the BackendRuntime `%s` has the variable too, and llmaz v0.1.0 gives the container both, which the API server refuses; remove it from one of them", p.runtimeName)))
		}
	}
	return errs
}
