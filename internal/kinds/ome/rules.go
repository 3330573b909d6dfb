package ome

import (
	"embed"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/render"
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
		ofText("parameters", cel.DoubleType, parameters),
		ruleset.Function("templateProblem", cel.StringType, func(container any) string {
			object, _ := container.(map[string]any)
			decoded, err := render.Decode[corev1.Container](object)
			if err != nil {
				return ""
			}
			return templateProblem(&decoded)
		}),
		ofText("envNameProblem", cel.StringType, func(name string) string { return strings.Join(validation.IsEnvVarName(name), "; ") }),
		ruleset.Function("labelProblem", cel.StringType, func(label any) string {
			parts, _ := label.([]any)
			key, _ := parts[0].(string)
			value, _ := parts[1].(string)
			return strings.Join(slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)), "; ")
		}),
		ofText("isWebAddress", cel.BoolType, func(text string) bool {
			u, err := url.Parse(text)
			return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
		}),
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
