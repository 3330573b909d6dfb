package operate

import (
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/model"
)

// CheckOperations refuses to operate what an operator runs.
func CheckOperations(s *model.ResourceModel, v model.Values, mode string) []model.PolicyError {
	if mode != model.Operator {
		return nil
	}
	var found []model.PolicyError
	refuse := func(attribute, instead string) {
		why := "the operator runs the pods in operator mode, and has no such operation; remove it, or set mode = \"direct\""
		if instead != "" {
			why = "the operator runs the pods in operator mode: remove it, and " + instead
		}
		found = append(found, model.PolicyError{At: path.Root(attribute), Err: field.Forbidden(field.NewPath(attribute), why)})
	}
	if v.Text(model.AttrRestartTrigger) != "" {
		refuse(model.AttrRestartTrigger, s.Kind.Operations.Restart)
	}
	if v.Flag(model.AttrPaused) {
		refuse(model.AttrPaused, s.Kind.Operations.Pause)
	}
	return found
}
