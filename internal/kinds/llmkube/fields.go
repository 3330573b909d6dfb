package llmkube

import "k8s.io/apimachinery/pkg/util/validation/field"

var (
	specPath      = field.NewPath("spec")
	resourcesPath = specPath.Child("resources")
)
