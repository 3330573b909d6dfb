package llmkube

import (
	"net/netip"
	"slices"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

// serviceRules are those of the service alone, and those of it and the Model that it names.
var serviceRules = slices.Concat(
	ruleset.Load(ruleFiles, "service.rules.yaml", "llmkube/v1alpha1.InferenceService",
		ofText("isAddress", cel.BoolType, func(text string) bool {
			_, err := netip.ParseAddr(text)
			return err == nil
		}),
		ofText("isLoraModule", cel.BoolType, isLoraModule),
		ofText("downloads", cel.BoolType, downloads),
		ofText("runtimePort", cel.IntType, func(runtime string) int64 { return int64(runtimePorts[runtime]) }),
	),
	servedModelRules, servedGPURules,
)

// ofText is a function of a text for rules.
func ofText[T any](name string, result *cel.Type, apply func(string) T) cel.EnvOption {
	return ruleset.Function(name, result, func(value any) T {
		text, _ := value.(string)
		return apply(text)
	})
}

var (
	vllmPath      = specPath.Child("vllmConfig")
	sglangPath    = specPath.Child("sglangConfig")
	resourcesPath = specPath.Child("resources")
)
