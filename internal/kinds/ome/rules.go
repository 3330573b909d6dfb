package ome

import (
	"embed"
	"strconv"

	"github.com/google/cel-go/cel"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

// load returns the rules of a file, whose expressions may ask what the renderers ask too.
func load(file, definition string) []kinds.Rule {
	return ruleset.Load(
		ruleFiles, file, definition,
		ofText("scheme", cel.StringType, scheme),
		ofText("fitsClaim", cel.BoolType, fitsClaim),
		ofText("isModelSize", cel.BoolType, modelSize.MatchString),
		ofText("isNumber", cel.BoolType, func(text string) bool { _, err := strconv.ParseFloat(text, 64); return err == nil }),
		ofText("isModelVersion", cel.BoolType, modelVersion.MatchString),
	)
}

// ofText is a function of a text.
func ofText[T any](name string, result *cel.Type, apply func(string) T) cel.EnvOption {
	return ruleset.Function(name, result, func(value any) T {
		text, _ := value.(string)
		return apply(text)
	})
}
