package llmaz

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

var openModelRules = sync.OnceValue(func() []kinds.Rule {
	return append(ruleset.Load(ruleFiles, "open_model.rules.yaml", "llmaz/core/v1alpha1.OpenModel"), hubRevision())
})

var backendRuntimeRules = sync.OnceValue(func() []kinds.Rule {
	const definition = "llmaz/inference/v1alpha1.BackendRuntime"
	return slices.Concat(
		ruleset.Load(ruleFiles, "backend_runtime.rules.yaml", definition, words),
		ruleset.LoadAt(ruleFiles, "hpa.rules.yaml", definition, "spec.recommendedConfigs[].scaleTrigger.hpa"),
		ruleset.LoadAt(ruleFiles, "hpa.rules.yaml", definition, "spec.scaleTriggers[].hpa"),
		runtimeEngineRules,
	)
})

var playgroundRules = sync.OnceValue(func() []kinds.Rule {
	const definition = "llmaz/inference/v1alpha1.Playground"
	return slices.Concat(
		ruleset.Load(ruleFiles, "playground.rules.yaml", definition, words),
		ruleset.Load(ruleFiles, "playground_runtime.rules.yaml", definition, words, scheme),
		nameRules("PG-W8", definition),
		ruleset.LoadAt(ruleFiles, "hpa.rules.yaml", definition, "spec.elasticConfig.scaleTrigger.hpa"),
		playgroundEngineRules,
	)
})

var serviceRules = sync.OnceValue(func() []kinds.Rule {
	const definition = "llmaz/inference/v1alpha1.Service"
	return slices.Concat(
		ruleset.Load(ruleFiles, "service.rules.yaml", definition),
		ruleset.Load(ruleFiles, "service_models.rules.yaml", definition, scheme),
		ruleset.Load(ruleFiles, "leader_worker_set.rules.yaml", definition),
		nameRules("SV-W1", definition),
		serviceEngineRules,
	)
})

// nameRules are the rules on the name of a playground or a service; id is that of the kind's own webhook rule.
func nameRules(id, definition string) []kinds.Rule {
	rules := ruleset.Load(ruleFiles, "name.rules.yaml", definition)
	rules[0].ID = id
	return rules
}

// words are those that stand for values in an argument or in arguments, each once.
var words = ruleset.Function("words", cel.ListType(cel.StringType), func(arguments any) []string {
	found := []string{}
	for _, match := range argumentToken.FindAllStringSubmatch(fmt.Sprint(arguments), -1) {
		if !slices.Contains(found, match[1]) {
			found = append(found, match[1])
		}
	}
	return found
})

// scheme is the upper-cased scheme of the URI of a model's source, "HUB" where it is on a hub.
var scheme = ruleset.Function("scheme", cel.StringType, func(source map[string]any) string {
	if source["modelHub"] != nil {
		return sourceHub
	}
	uri, _ := source["uri"].(string)
	parts := strings.Split(uri, "://")
	if len(parts) != 2 {
		return ""
	}
	return strings.ToUpper(parts[0])
})
