package llmaz

import (
	"embed"
	"slices"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

func openModelRules() []kinds.Rule {
	return ruleset.Load(ruleFiles, "open_model.rules.yaml", "llmaz/core/v1alpha1.OpenModel")
}

func backendRuntimeRules() []kinds.Rule {
	const definition = "llmaz/inference/v1alpha1.BackendRuntime"
	return slices.Concat(
		ruleset.Load(ruleFiles, "backend_runtime.rules.yaml", definition, words),
		ruleset.LoadAt(ruleFiles, "hpa.rules.yaml", definition, "spec.recommendedConfigs[].scaleTrigger.hpa"),
		ruleset.LoadAt(ruleFiles, "hpa.rules.yaml", definition, "spec.scaleTriggers[].hpa"),
	)
}

func playgroundTriggerRules() []kinds.Rule {
	return ruleset.LoadAt(ruleFiles, "hpa.rules.yaml", "llmaz/inference/v1alpha1.Playground", "spec.elasticConfig.scaleTrigger.hpa")
}

// words are those that stand for values in an argument, each once.
var words = ruleset.Function("words", cel.ListType(cel.StringType), func(argument any) []string {
	text, _ := argument.(string)
	found := []string{}
	for _, match := range argumentToken.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(found, match[1]) {
			found = append(found, match[1])
		}
	}
	return found
})
