package llmaz

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Words that stand for a value in the arguments of a recommended configuration.
var (
	argumentWords = []string{tokenModelPath, tokenModelName, tokenDraftModelPath}
	// parallelWords are known to llmaz v0.1.0 and to direct mode only.
	parallelWords = []string{tokenTensorParallel, tokenPipelineParallel}
)

// backendRuntimeRules mirror InftyAI/llmaz pkg/webhook/backendruntime_webhook.go and
// pkg/controller_helper/backendruntime/backendruntime.go @v0.1.4 and @v0.1.0. The places that
// differ between generations are different fields, so no rule has to wait for the generation
// but for words that only one of them knows.
var backendRuntimeRules = slices.Concat(
	[]kinds.Rule{
		{ID: "BR-W1", Reads: []string{"spec.recommendedConfigs[].resources"}, Check: kinds.Typed(configResourcesRule)},
		{ID: "BR-W1", Reads: []string{"spec.resources"}, Check: kinds.Typed(runtimeResourcesRule)},
		{ID: "BR-W2", Reads: []string{"spec.recommendedConfigs[].name"}, Check: kinds.Typed(configNamesRule)},
		{ID: "BR-C1", Reads: []string{"spec.recommendedConfigs[].args"}, Check: kinds.Typed(argumentWordsRule)},
		{
			ID: "BR-C1", Reads: []string{"spec.recommendedConfigs[].args"}, Dialects: []string{"v0.1.4"}, Modes: kinds.OperatorMode,
			Check: kinds.Typed(parallelWordsRule),
		},
		{ID: "BR-C2", Reads: []string{"spec.recommendedConfigs[].scaleTrigger.hpa"}, Check: kinds.Typed(configTriggerRule)},
		{ID: "DUP-4", Reads: []string{"spec.envs[].name"}, Check: kinds.Typed(runtimeEnvsRule)},
		{ID: "N-7", Reads: []string{"metadata.name"}, Check: nameRule(subdomainName)},
	},
	hpaRules("spec.recommendedConfigs[].scaleTrigger.hpa", configTriggers),
	hpaRules("spec.scaleTriggers[].hpa", namedTriggers),
)

// eachConfig collects the verdicts on the recommended configurations of a runtime.
func eachConfig(
	r *inferencev1alpha1.BackendRuntime,
	check func(config inferencev1alpha1.RecommendedConfig, path *field.Path) field.ErrorList,
) field.ErrorList {
	var errs field.ErrorList
	for i, config := range r.Spec.RecommendedConfigs {
		errs = append(errs, check(config, field.NewPath("spec", "recommendedConfigs").Index(i))...)
	}
	return errs
}

func configResourcesRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	return eachConfig(r, func(config inferencev1alpha1.RecommendedConfig, path *field.Path) field.ErrorList {
		return limitsBelowRequests(config.Resources, path.Child("resources"))
	})
}

func runtimeResourcesRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	return limitsBelowRequests(r.Spec.Resources, field.NewPath("spec", "resources"))
}

func configNamesRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	seen := map[string]bool{}
	return eachConfig(r, func(config inferencev1alpha1.RecommendedConfig, path *field.Path) field.ErrorList {
		if !seen[config.Name] {
			seen[config.Name] = true
			return nil
		}
		return duplicateName(path.Child("name"), config.Name, "playgrounds choose a configuration by its name")
	})
}

func argumentWordsRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	return eachArgumentWord(r, func(word string) string {
		if slices.Contains(argumentWords, word) || slices.Contains(parallelWords, word) {
			return ""
		}
		return fmt.Sprintf("nothing stands for `{{ .%s }}`; the words are `.ModelPath`, `.ModelName` and `.DraftModelPath`, "+
			"spelled exactly so, and in llmaz v0.1.0 and in direct mode `.TP` and `.PP` too", word)
	})
}

func parallelWordsRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	return eachArgumentWord(r, func(word string) string {
		if !slices.Contains(parallelWords, word) {
			return ""
		}
		return fmt.Sprintf("`{{ .%s }}` is known to llmaz v0.1.0 and to direct mode only; write the number, or describe several hosts "+
			"with an `inference_service`", word)
	})
}

// eachArgumentWord returns one error for each argument with a word that refuse has something against.
func eachArgumentWord(r *inferencev1alpha1.BackendRuntime, refuse func(word string) string) field.ErrorList {
	return eachConfig(r, func(config inferencev1alpha1.RecommendedConfig, path *field.Path) field.ErrorList {
		var errs field.ErrorList
		for i, arg := range config.Args {
			for _, match := range argumentToken.FindAllStringSubmatch(arg, -1) {
				if detail := refuse(match[1]); detail != "" {
					errs = append(errs, field.Invalid(path.Child("args").Index(i), arg, detail))
				}
			}
		}
		return errs
	})
}

func configTriggerRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	return eachConfig(r, func(config inferencev1alpha1.RecommendedConfig, path *field.Path) field.ErrorList {
		return triggerWithoutHPA(config.ScaleTrigger, path.Child("scaleTrigger"))
	})
}

// triggerWithoutHPA is the verdict on a trigger that says nothing.
func triggerWithoutHPA(trigger *inferencev1alpha1.ScaleTrigger, path *field.Path) field.ErrorList {
	if trigger == nil || trigger.HPA != nil {
		return nil
	}
	return field.ErrorList{field.Required(path.Child("hpa"),
		"a trigger needs its `hpa`, which may be empty (`{}`, scaling on CPU); set it, or remove the trigger")}
}

func runtimeEnvsRule(r *inferencev1alpha1.BackendRuntime, _ kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, env := range r.Spec.Envs {
		if seen[env.Name] {
			errs = append(errs, duplicateName(field.NewPath("spec", "envs").Index(i).Child("name"), env.Name,
				"a container has each environment variable once, and the API server refuses the pods otherwise")...)
		}
		seen[env.Name] = true
	}
	return errs
}

func subdomainName(name string) string {
	if len(validation.IsDNS1123Subdomain(name)) == 0 {
		return ""
	}
	return "must be at most 253 lower-case letters, digits, `-` and `.`, with a letter or digit at both ends of each part"
}

func configTriggers(r *inferencev1alpha1.BackendRuntime) []hpaAt {
	var found []hpaAt
	for i, config := range r.Spec.RecommendedConfigs {
		if config.ScaleTrigger != nil && config.ScaleTrigger.HPA != nil {
			found = append(found, hpaAt{config.ScaleTrigger.HPA, field.NewPath("spec", "recommendedConfigs").Index(i).Child("scaleTrigger", "hpa")})
		}
	}
	return found
}

func namedTriggers(r *inferencev1alpha1.BackendRuntime) []hpaAt {
	var found []hpaAt
	for i, trigger := range r.Spec.ScaleTriggers {
		if trigger.HPA != nil {
			found = append(found, hpaAt{trigger.HPA, field.NewPath("spec", "scaleTriggers").Index(i).Child("hpa")})
		}
	}
	return found
}
