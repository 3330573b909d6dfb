package schema

import (
	"fmt"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Installed checks objects against a definition that is installed in a cluster, which may
// be another than ours. It is safe for concurrent use.
type Installed struct{ checker *checker }

// NewInstalled reads the OpenAPI v3 schema of one version of a CustomResourceDefinition.
func NewInstalled(openAPI map[string]any) (*Installed, error) {
	var props apiextensionsv1.JSONSchemaProps
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(openAPI, &props); err != nil {
		return nil, fmt.Errorf("reading the installed schema: %w", err)
	}
	c, err := readSchema(&props, true)
	if err != nil {
		return nil, fmt.Errorf("reading the installed schema: %w", err)
	}
	return &Installed{c}, nil
}

// Validate is [Validate] by the installed definition, without its rules. The object is in
// the vocabulary of that definition.
func (i *Installed) Validate(object map[string]any) field.ErrorList {
	return i.checker.check(object, nil)
}
