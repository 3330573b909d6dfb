package llmaz

import (
	"embed"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

func openModelRules() []kinds.Rule {
	return ruleset.Load(ruleFiles, "open_model.rules.yaml", "llmaz/core/v1alpha1.OpenModel")
}
