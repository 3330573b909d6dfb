package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// readReferences parses the attribute `references` and notes what is not known of it.
// Rules and renderers see the definitions in which there is nothing to report.
func (s *resourceModel) readReferences(v *values) {
	value := v.attributes[attrReferences]
	at := field.NewPath(attrReferences)
	if value.Type() == nil || value.IsNull() {
		return
	}
	var items []tftypes.Value
	if !value.IsKnown() || value.As(&items) != nil {
		v.unknown = append(v.unknown, at.String())
		return
	}
	for i, item := range items {
		text, known := stringOf(item)
		if !known {
			v.unknown = append(v.unknown, at.Index(i).String())
			continue
		}
		definition, err := s.parseDefinition(at.Index(i), text)
		if err == nil {
			err = duplicate(at.Index(i), v.references, definition)
		}
		if err != nil {
			v.faults = append(v.faults, err)
			continue
		}
		v.references = append(v.references, definition)
	}
}

// parseDefinition reads one definition, which is of a kind that the resource refers to.
func (s *resourceModel) parseDefinition(at *field.Path, text string) (*unstructured.Unstructured, *field.Error) {
	tree, err := object.ParseJSON([]byte(text))
	fields, ok := tree.(map[string]any)
	if err != nil || !ok || fields["kind"] == nil {
		return nil, field.Invalid(at, shorten(text), "must be the `manifest` of another inference_* resource, which is a Kubernetes object as JSON")
	}
	definition := &unstructured.Unstructured{Object: fields}
	gvk, id := definition.GroupVersionKind(), definition.GetKind()+" "+definition.GetName()
	i := slices.IndexFunc(s.kind.Refers, func(k *kinds.Kind) bool { return k.GVK == gvk })
	if i < 0 {
		return nil, field.Invalid(at, gvk.Kind+" "+gvk.GroupVersion().String(), fmt.Sprintf(
			"%s refers to no object of this kind: give the `manifest` of %s", s.kind.GVK.Kind, s.referred()))
	}
	if definition.GetName() == "" {
		return nil, field.Required(at, gvk.Kind+" has no metadata.name, by which it is referred to: give the `manifest` of an inference_"+s.kind.Refers[i].TypeName)
	}
	if errs := schema.Validate(s.kind.Refers[i].Definition, fields, nil); len(errs) > 0 {
		return nil, field.Invalid(at, id, fmt.Sprintf("is not valid: %s", errs[0].Error()))
	}
	return definition, nil
}

// referred names the resources that a resource refers to.
func (s *resourceModel) referred() string {
	var names []string
	for _, k := range s.kind.Refers {
		names = append(names, "inference_"+k.TypeName)
	}
	return strings.Join(names, " or ")
}

func duplicate(at *field.Path, before render.References, definition *unstructured.Unstructured) *field.Error {
	if twin, _ := before.Find(definition.GetKind(), definition.GetNamespace(), definition.GetName()); twin == nil {
		return nil
	}
	err := field.Duplicate(at, definition.GetName())
	err.Detail = fmt.Sprintf("%s %s is given twice: keep one of them", definition.GetKind(), definition.GetName())
	return err
}

// shorten cuts a text for a message.
func shorten(text string) string {
	const limit = 60
	if len(text) <= limit {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:limit], len(text))
}
