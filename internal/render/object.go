package render

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// conversionFault is a value of Kubernetes' own types that does not convert. No configuration leads to one, so
// what builds objects panics with it, and [Typed] makes an error of it.
type conversionFault struct{ error }

// object turns the apply configuration of a whole object into the JSON tree that is applied.
func object(applyConfiguration any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: Encode(applyConfiguration)}
}

// convert carries a value of an API type into the apply configuration of that type.
func convert(typed, applyConfiguration any) {
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(Encode(typed), applyConfiguration); err != nil {
		panic(conversionFault{fmt.Errorf("decoding %T: %w", applyConfiguration, err)})
	}
}

// Encode returns the JSON tree of a pointer to a value of an API type. Only a renderer calls it.
func Encode(typed any) map[string]any {
	tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(typed)
	if err != nil {
		panic(conversionFault{fmt.Errorf("encoding %T: %w", typed, err)})
	}
	return tree
}

// Custom returns an object of a kind that is not Kubernetes' own. Its spec is a value of the type that package workload of the API
// types has for it.
func Custom(o Owner, gvk schema.GroupVersionKind, name string, spec any) *unstructured.Unstructured {
	custom := object(&struct {
		Spec any `json:"spec"`
	}{spec})
	custom.SetGroupVersionKind(gvk)
	custom.SetName(name)
	custom.SetNamespace(o.Namespace)
	custom.SetLabels(o.ObjectLabels())
	if len(o.Annotations) > 0 {
		custom.SetAnnotations(o.Annotations)
	}
	return custom
}

// Convert is [Decode] of a tree that [Encode] has made. Only a renderer calls it.
func Convert[T any](tree map[string]any) T {
	typed, err := Decode[T](tree)
	if err != nil {
		panic(conversionFault{err})
	}
	return typed
}
