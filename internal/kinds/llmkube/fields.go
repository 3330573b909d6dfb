package llmkube

import "k8s.io/apimachinery/pkg/util/validation/field"

var (
	specPath      = field.NewPath("spec")
	resourcesPath = specPath.Child("resources")
)

func invalid(at *field.Path, value any, detail string) field.ErrorList {
	return field.ErrorList{field.Invalid(at, value, detail)}
}
