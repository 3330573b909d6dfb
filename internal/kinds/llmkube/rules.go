package llmkube

import (
	"embed"
	"net/netip"
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

var modelRules = sync.OnceValue(func() []kinds.Rule {
	return append(ruleset.Load(ruleFiles, "model.rules.yaml", "llmkube/v1alpha1.Model", ofSource), sourceRevision)
})

// serviceRules are those of the service alone, those of it and the Model that it names, and those about its engine.
var serviceRules = sync.OnceValue(func() []kinds.Rule {
	return append(ruleset.Load(ruleFiles, "served.rules.yaml", "llmkube/v1alpha1.InferenceService",
		ruleset.Function("isAddress", cel.BoolType, func(text string) bool {
			_, err := netip.ParseAddr(text)
			return err == nil
		}),
		ruleset.Function("isLoraModule", cel.BoolType, isLoraModule),
		ruleset.Function("downloads", cel.BoolType, downloads),
		ruleset.Function("runtimePort", cel.IntType, func(runtime string) int64 { return int64(runtimePorts[runtime]) }),
		ofSource,
	), engineRules...)
})

// rules reads those of a kind that need no function of their own.
func rules(file, kind string) func() []kinds.Rule {
	return sync.OnceValue(func() []kinds.Rule { return ruleset.Load(ruleFiles, file, "llmkube/v1alpha1."+kind) })
}

// ofSource is the class of a source.
var ofSource = ruleset.Function("sourceClass", cel.StringType, func(source string) string { return string(classify(source)) })
