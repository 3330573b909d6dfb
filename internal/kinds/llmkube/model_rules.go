package llmkube

import (
	"embed"
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

var modelRules = sync.OnceValue(func() []kinds.Rule {
	return ruleset.Load(ruleFiles, "model.rules.yaml", "llmkube/v1alpha1.Model",
		ruleset.Function("sourceClass", cel.StringType, func(source string) string { return string(classify(source)) }))
})
