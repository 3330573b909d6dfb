package render

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// object turns the apply configuration of a whole object into the JSON tree that is applied.
func object(applyConfiguration any) (*unstructured.Unstructured, error) {
	tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(applyConfiguration)
	if err != nil {
		return nil, fmt.Errorf("encoding %T: %w", applyConfiguration, err)
	}
	return &unstructured.Unstructured{Object: tree}, nil
}

// convert carries a value of an API type into the apply configuration of that type.
func convert(typed, applyConfiguration any) error {
	tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(typed)
	if err != nil {
		return fmt.Errorf("encoding %T: %w", typed, err)
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(tree, applyConfiguration); err != nil {
		return fmt.Errorf("decoding %T: %w", applyConfiguration, err)
	}
	return nil
}
