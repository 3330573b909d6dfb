package llmaz

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// Kinds that a definition can have.
var (
	definedModelGVK   = schema.GroupVersionKind{Group: "llmaz.io", Version: "v1alpha1", Kind: "OpenModel"}
	definedRuntimeGVK = schema.GroupVersionKind{Group: "inference.llmaz.io", Version: "v1alpha1", Kind: "BackendRuntime"}
)

// directDefinitions are the models and runtimes that direct mode knows, by name.
type directDefinitions struct {
	models   map[string]definedModel
	runtimes map[string]definedRuntime
}

// definedModel is an OpenModel and the place of its definition.
type definedModel struct {
	path *field.Path
	spec corev1alpha1.OpenModelSpec
}

// definedRuntime is a BackendRuntime and the place of its definition, which is nil for a built-in one.
type definedRuntime struct {
	path *field.Path
	spec inferencev1alpha1.BackendRuntimeSpec
}

// readDirectDefinitions decodes definitions. Those of runtimes replace built-in runtimes
// of the same name.
func readDirectDefinitions(objects []*unstructured.Unstructured) (directDefinitions, field.ErrorList) {
	defs := directDefinitions{models: map[string]definedModel{}, runtimes: map[string]definedRuntime{}}
	var errs field.ErrorList
	for i, obj := range objects {
		path := field.NewPath("definitions").Index(i)
		if err := defs.add(path, obj); err != nil {
			errs = append(errs, err)
		}
	}
	for name, spec := range builtinRuntimes() {
		if _, replaced := defs.runtimes[name]; !replaced {
			defs.runtimes[name] = definedRuntime{spec: spec}
		}
	}
	return defs, errs
}

func (d directDefinitions) add(path *field.Path, obj *unstructured.Unstructured) *field.Error {
	gvk, name := obj.GroupVersionKind(), obj.GetName()
	if gvk != definedModelGVK && gvk != definedRuntimeGVK {
		return field.Invalid(path, gvk.Kind+" "+gvk.GroupVersion().String(), fmt.Sprintf(
			"a playground has no use for this kind: it needs definitions of OpenModel (%s) and BackendRuntime (%s), such as the attribute `definition` of an inference_open_model resource",
			definedModelGVK.GroupVersion(), definedRuntimeGVK.GroupVersion()))
	}
	if name == "" {
		return field.Required(path, gvk.Kind+" has no metadata.name: playgrounds refer to it by name")
	}
	_, model := d.models[name]
	_, runtime := d.runtimes[name]
	if gvk == definedModelGVK && model || gvk == definedRuntimeGVK && runtime {
		err := field.Duplicate(field.NewPath("definitions"), name)
		err.Detail = fmt.Sprintf("two definitions are of %s %s: keep one of them", gvk.Kind, name)
		return err
	}
	if gvk == definedModelGVK {
		var m corev1alpha1.OpenModel
		if err := decodeStrictly(obj, &m); err != nil {
			return field.Invalid(path, name, err.Error())
		}
		d.models[name] = definedModel{path: path, spec: m.Spec}
		return nil
	}
	var r inferencev1alpha1.BackendRuntime
	if err := decodeStrictly(obj, &r); err != nil {
		return field.Invalid(path, name, err.Error())
	}
	d.runtimes[name] = definedRuntime{path: path, spec: r.Spec}
	return nil
}

// decodeStrictly converts a JSON tree into a typed object and refuses fields that the type does not have.
func decodeStrictly(obj *unstructured.Unstructured, into any) error {
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(obj.Object, into, true); err != nil {
		return fmt.Errorf("this is not a valid %s: %w", obj.GetKind(), err)
	}
	return nil
}

// directNames lists names for a message, sorted.
func directNames(names iter.Seq[string]) string {
	sorted := slices.Sorted(names)
	if len(sorted) == 0 {
		return "none"
	}
	return strings.Join(sorted, ", ")
}
