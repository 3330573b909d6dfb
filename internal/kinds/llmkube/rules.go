package llmkube

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var specPath = field.NewPath("spec")

// oldest has only what v0.8.7 calls for.
var oldest = []string{"v0.8.7"}

// warning makes a rule a warning.
func warning(rule kinds.Rule) kinds.Rule {
	rule.Warn = true
	return rule
}

// inOldest limits a rule to v0.8.7.
func inOldest(rule kinds.Rule) kinds.Rule {
	rule.Dialects = oldest
	return rule
}

// withOperator limits a rule to operator mode.
func withOperator(rule kinds.Rule) kinds.Rule {
	rule.Modes = kinds.OperatorMode
	return rule
}

func invalid(at *field.Path, value any, detail string) field.ErrorList {
	return field.ErrorList{field.Invalid(at, value, detail)}
}

func forbidden(at *field.Path, detail string) field.ErrorList {
	return field.ErrorList{field.Forbidden(at, detail)}
}

func required(at *field.Path, detail string) field.ErrorList {
	return field.ErrorList{field.Required(at, detail)}
}
