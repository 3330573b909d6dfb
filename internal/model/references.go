package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// ReadReferences parses the attribute `references` and notes what is not known of it.
// Rules and renderers see the definitions in which there is nothing to report.
func (s *ResourceModel) ReadReferences(v *Values) {
	value := v.Attributes[AttrReferences]
	at := field.NewPath(AttrReferences)
	if value.Type() == nil || value.IsNull() {
		return
	}
	var items []tftypes.Value
	if !value.IsKnown() || value.As(&items) != nil {
		v.Unknown = append(v.Unknown, at.String())
		return
	}
	for i, item := range items {
		text, known := StringOf(item)
		if !known {
			v.Unknown = append(v.Unknown, at.Index(i).String())
			continue
		}
		definition, err := s.parseDefinition(at.Index(i), text)
		if err == nil {
			err = duplicate(at.Index(i), v.References, definition)
		}
		if err != nil {
			v.faults = append(v.faults, err)
			continue
		}
		v.References = append(v.References, definition)
	}
	v.References = kinds.WithMade(v.References, s.Kind.Refers)
}

// parseDefinition reads one definition, which is of a kind that the resource refers to.
func (s *ResourceModel) parseDefinition(at *field.Path, text string) (*unstructured.Unstructured, *field.Error) {
	definition, err := ParseManifest(text)
	if err != nil || definition.Object["kind"] == nil {
		return nil, field.Invalid(at, Shorten(text), "must be the `manifest` of another inference_* resource, which is a Kubernetes object as YAML or JSON")
	}
	gvk, id := definition.GroupVersionKind(), definition.GetKind()+" "+definition.GetName()
	i := slices.IndexFunc(s.Kind.Refers, func(k *kinds.Kind) bool { return k.GVK == gvk })
	if i < 0 {
		return nil, field.Invalid(at, gvk.Kind+" "+gvk.GroupVersion().String(), fmt.Sprintf(
			"%s refers to no object of this kind: give the `manifest` of %s", s.Kind.GVK.Kind, s.referred()))
	}
	if definition.GetName() == "" {
		return nil, field.Required(at, gvk.Kind+" has no metadata.name, by which it is referred to: give the `manifest` of an inference_"+s.Kind.Refers[i].TypeName)
	}
	if errs := schema.Validate(s.Kind.Refers[i].Definition, definition.Object, nil); len(errs) > 0 {
		return nil, field.Invalid(at, id, fmt.Sprintf("is not valid: %s", errs[0].Error()))
	}
	return definition, nil
}

// referred names the resources that a resource refers to.
func (s *ResourceModel) referred() string {
	var names []string
	for _, k := range s.Kind.Refers {
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

// Shorten cuts a text for a message.
func Shorten(text string) string {
	const limit = 60
	if len(text) <= limit {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:limit], len(text))
}
