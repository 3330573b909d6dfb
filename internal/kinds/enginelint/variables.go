package enginelint

import (
	"cmp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// misread finds variables that the version of an engine does not read, or does without.
func misread(e Engine) field.ErrorList { return e.variables(false) }

// unset finds values of variables with which the version of an engine does not start.
func unset(e Engine) field.ErrorList { return e.variables(true) }

func (e Engine) variables(fatal bool) field.ErrorList {
	var errs field.ErrorList
	for _, m := range engines.MisreadVariables(e.Container) {
		if m.Fatal != fatal {
			continue
		}
		part := "value"
		if m.Named {
			part = "name"
		}
		errs = append(errs, field.Invalid(e.env().Index(m.Index).Child(part), m.Value, m.Detail))
	}
	return errs
}

// environment are the paths of the variables, of what may refer to them, and of what tells who reads them.
func (e Engine) environment() []string {
	return append(e.line(), e.env().String(), e.At.Child("lifecycle").String())
}

func (e Engine) env() *field.Path { return cmp.Or(e.EnvAt, e.At.Child("env")) }
