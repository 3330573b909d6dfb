package ome

import (
	"embed"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

// rules are those of a file and more. Expressions may ask what the renderers ask too.
func rules(file, definition string, more ...kinds.Rule) func() []kinds.Rule {
	return sync.OnceValue(func() []kinds.Rule { return append(ruleset.Load(ruleFiles, file, definition, functions()...), more...) })
}

func functions() []cel.EnvOption {
	return []cel.EnvOption{
		ruleset.Function("scheme", cel.StringType, scheme),
		ruleset.Function("fitsClaim", cel.BoolType, fitsClaim),
		ruleset.Function("isModelSize", cel.BoolType, modelSize.MatchString),
		ruleset.Function("parameters", cel.DoubleType, parameters),
		ruleset.Function("templateProblem", cel.StringType, func(container map[string]any) string {
			decoded, err := render.Decode[corev1.Container](container)
			if err != nil {
				return ""
			}
			return templateProblem(&decoded)
		}),
		ruleset.Function("envNameProblem", cel.StringType, func(name string) string { return strings.Join(validation.IsEnvVarName(name), "; ") }),
		ruleset.Function("labelProblem", cel.StringType, func(label []any) string {
			key, _ := label[0].(string)
			value, _ := label[1].(string)
			return strings.Join(slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)), "; ")
		}),
		ruleset.Function("isWebAddress", cel.BoolType, func(text string) bool {
			u, err := url.Parse(text)
			return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
		}),
		ruleset.Function("isNumber", cel.BoolType, func(text string) bool { _, err := strconv.ParseFloat(text, 64); return err == nil }),
		ruleset.Function("obstacle", cel.StringType, obstacle),
		ruleset.Function("isModelVersion", cel.BoolType, modelVersion.MatchString),
	}
}

// obstacle says why the spec of a runtime does not fit that of a model, "" where it does. What is no such spec is reported by the
// schema.
func obstacle(pair map[string]any) string {
	specs, err := render.Decode[struct {
		Runtime v1beta1.ServingRuntimeSpec `json:"runtime"`
		Model   v1beta1.BaseModelSpec      `json:"model"`
	}](pair)
	if err != nil {
		return ""
	}
	return directRuntime{spec: specs.Runtime}.fits(specs.Model, nil).obstacle
}
