package llmkube

import (
	"net/netip"
	"slices"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

// serviceRules are those of the service alone, and those of it and the Model that it names.
func serviceRules() []kinds.Rule {
	return slices.Concat(
		ruleset.Load(ruleFiles, "service.rules.yaml", "llmkube/v1alpha1.InferenceService",
			ruleset.Function("isAddress", cel.BoolType, func(text string) bool {
				_, err := netip.ParseAddr(text)
				return err == nil
			}),
			ruleset.Function("isLoraModule", cel.BoolType, isLoraModule),
			ruleset.Function("downloads", cel.BoolType, downloads),
			ruleset.Function("runtimePort", cel.IntType, func(runtime string) int64 { return int64(runtimePorts[runtime]) }),
		),
		servedModelRules, servedGPURules,
	)
}

var (
	vllmPath      = specPath.Child("vllmConfig")
	sglangPath    = specPath.Child("sglangConfig")
	resourcesPath = specPath.Child("resources")
)
