package engine

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// optionDefinitions is the option of `direct` that carries the objects a resource refers to.
const optionDefinitions = "definitions"

// render renders the workloads of direct mode. A kind that runs nothing renders to nothing.
func (s *shape) render(v values) (render.Output, field.ErrorList) {
	if s.kind.Render == nil {
		return render.Output{}, nil
	}
	definitions, errs := parseDefinitions(v.options)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	options := maps.Clone(v.options)
	delete(options, optionDefinitions)
	return s.kind.Render(render.Input{Object: v.unstructured().DeepCopy(), Options: options, Definitions: definitions})
}

func parseDefinitions(options map[string]any) ([]*unstructured.Unstructured, field.ErrorList) {
	var out []*unstructured.Unstructured
	var errs field.ErrorList
	items, _ := options[optionDefinitions].([]any)
	for i, item := range items {
		at := field.NewPath(attrDirect, optionDefinitions).Index(i)
		text, _ := item.(string)
		tree, err := object.ParseJSON([]byte(text))
		fields, ok := tree.(map[string]any)
		if err != nil || !ok || fields["kind"] == nil {
			errs = append(errs, field.Invalid(at, shorten(text), "must be the `definition` of another inference_* resource, which is a Kubernetes object as JSON"))
			continue
		}
		out = append(out, &unstructured.Unstructured{Object: fields})
	}
	return out, errs
}

func shorten(text string) string {
	const limit = 60
	if len(text) <= limit {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:limit], len(text))
}
