package llmkube

import (
	"embed"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

var modelRules = ruleset.Load(ruleFiles, "model.rules.yaml", "llmkube/v1alpha1.Model",
	ruleset.Function("sourceClass", cel.StringType, func(source string) string { return string(classify(source)) }))
