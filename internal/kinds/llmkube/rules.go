package llmkube

import (
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	specPath = field.NewPath("spec")
	namePath = field.NewPath("metadata", "name")
)

// oldest has only what v0.8.7 calls for.
var oldest = []string{"v0.8.7"}

// serviceRule is a rule on an InferenceService. says is what must hold.
func serviceRule(id, says string, check func(*v1alpha1.InferenceService) field.ErrorList, reads ...string) kinds.Rule {
	return kinds.Rule{ID: id, Says: says, Reads: reads, Check: kinds.Typed(func(s *v1alpha1.InferenceService, _ kinds.Candidate) field.ErrorList { return check(s) })}
}

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

// rendered limits a rule to direct mode.
func rendered(rule kinds.Rule) kinds.Rule {
	rule.Modes = kinds.DirectMode
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

// isLabelValue reports whether text can be the value of a label.
func isLabelValue(text string) bool {
	return len(validation.IsValidLabelValue(text)) == 0
}

// positiveQuantity refuses an amount that Kubernetes cannot read or that is not more than nothing.
func positiveQuantity(at *field.Path, text string) field.ErrorList {
	if text == "" {
		return nil
	}
	if amount, err := resource.ParseQuantity(text); err == nil && amount.Sign() > 0 {
		return nil
	}
	return invalid(at, text, "must be a quantity of more than 0, such as `500m`, `4` or `16Gi`")
}

// duplicate refuses what another item of the list already has.
func duplicate(at *field.Path, value string) *field.Error {
	err := field.Duplicate(at, value)
	err.Detail = "another item of the list already has it; choose a different one or remove one of the two"
	return err
}
