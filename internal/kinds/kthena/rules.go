package kthena

import (
	"embed"
	"encoding/json"
	"slices"
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

// servingIDs are the identifiers that rules of both kinds have for a ModelServing, by those they have for a ModelInfer.
var servingIDs = map[string]string{
	"MI-01": "MS-01", "MI-03": "MS-03", "MI-04": "MS-04", "MI-06": "MS-06", "MI-07": "MS-08", "MI-09": "MS-09",
	"MI-15": "MS-18", "MI-16": "MS-19", "MI-19": "MS-31",
}

var inferRules = sync.OnceValue(func() []kinds.Rule {
	const definition = "kthena/infer/v1alpha1.ModelInfer"
	return slices.Concat(ruleset.Load(ruleFiles, "group.rules.yaml", definition), ruleset.Load(ruleFiles, "model_infer.rules.yaml", definition), engineRules)
})

var servingRules = sync.OnceValue(loadServingRules)

func loadServingRules() []kinds.Rule {
	const definition = "kthena/serving/v1alpha1.ModelServing"
	group := ruleset.Load(ruleFiles, "group.rules.yaml", definition)
	for i, r := range group {
		if id, ok := servingIDs[r.ID]; ok {
			group[i].ID = id
		}
	}
	return slices.Concat(group, ruleset.Load(ruleFiles, "model_serving.rules.yaml", definition, tweaksPods), engineRules)
}

// tweaksPods is whether the config of a plugin has the options of demo-pod-tweaks, with their types.
var tweaksPods = ruleset.Function("tweaksPods", cel.BoolType, func(config any) bool {
	data, err := json.Marshal(config)
	return err == nil && json.Unmarshal(data, &podTweakConfig{}) == nil
})
