package object

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// WireSchema changes a schema in hub form into that of the release, as [Release.ToWire] changes an object. It does not change
// its argument, with which the result shares what is the same. The error is a fault of the release.
func (d Release) WireSchema(props *apiextensionsv1.JSONSchemaProps) (*apiextensionsv1.JSONSchemaProps, error) {
	wire := *props
	for _, path := range d.Requires {
		names := schemaSteps(path)
		last := len(names) - 1
		editSchema(&wire, names[:last], func(holder *apiextensionsv1.JSONSchemaProps) { require(holder, names[last]) })
	}
	for _, r := range d.Renames {
		if err := renameSchema(&wire, r); err != nil {
			return nil, err
		}
	}
	for _, m := range d.Moves {
		moved, required, found := takeSchema(&wire, schemaSteps(m.From))
		if !found {
			return nil, fmt.Errorf("move from %s: the schema has no such field", m.From)
		}
		placeSchema(&wire, schemaSteps(m.To), moved, required)
	}
	return &wire, nil
}

// schemaSteps are the names of a path; "[]" stands for the items of a list.
func schemaSteps(path string) []string {
	return strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")
}

// editSchema calls change on a copy of the schema at a path, and puts it into copies of what holds it. Objects that are missing on
// the way are created.
func editSchema(props *apiextensionsv1.JSONSchemaProps, path []string, change func(*apiextensionsv1.JSONSchemaProps)) {
	if len(path) == 0 {
		props.Properties, props.Required = maps.Clone(props.Properties), slices.Clone(props.Required)
		if props.Properties == nil {
			props.Properties = map[string]apiextensionsv1.JSONSchemaProps{}
		}
		change(props)
		return
	}
	if path[0] == "[]" {
		items := *props.Items.Schema
		editSchema(&items, path[1:], change)
		props.Items = &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &items}
		return
	}
	next, ok := props.Properties[path[0]]
	if !ok {
		next = apiextensionsv1.JSONSchemaProps{Type: "object"}
	}
	editSchema(&next, path[1:], change)
	props.Properties = maps.Clone(props.Properties)
	if props.Properties == nil {
		props.Properties = map[string]apiextensionsv1.JSONSchemaProps{}
	}
	props.Properties[path[0]] = next
}

func require(holder *apiextensionsv1.JSONSchemaProps, name string) {
	if !slices.Contains(holder.Required, name) {
		holder.Required = append(holder.Required, name)
	}
}

func takeSchema(props *apiextensionsv1.JSONSchemaProps, path []string) (taken apiextensionsv1.JSONSchemaProps, required, found bool) {
	last := len(path) - 1
	editSchema(props, path[:last], func(holder *apiextensionsv1.JSONSchemaProps) {
		taken, found = holder.Properties[path[last]]
		delete(holder.Properties, path[last])
		required = slices.Contains(holder.Required, path[last])
		holder.Required = slices.DeleteFunc(holder.Required, func(name string) bool { return name == path[last] })
	})
	return taken, required, found
}

// placeSchema puts a field at a path. What holds a required field is required itself.
func placeSchema(props *apiextensionsv1.JSONSchemaProps, path []string, field apiextensionsv1.JSONSchemaProps, required bool) {
	last := len(path) - 1
	editSchema(props, path[:last], func(holder *apiextensionsv1.JSONSchemaProps) { holder.Properties[path[last]] = field })
	for i := len(path); required && i > 1; i-- {
		if path[i-1] != "[]" {
			editSchema(props, path[:i-1], func(holder *apiextensionsv1.JSONSchemaProps) { require(holder, path[i-1]) })
		}
	}
}

// renameSchema spells a text of an enumeration, and the default, as a release does.
func renameSchema(props *apiextensionsv1.JSONSchemaProps, r Rename) error {
	from, to, found := fmt.Sprintf("%q", r.Table), fmt.Appendf(nil, "%q", r.Wire), false
	editSchema(props, schemaSteps(r.At), func(field *apiextensionsv1.JSONSchemaProps) {
		field.Enum = slices.Clone(field.Enum)
		for i := range field.Enum {
			if string(field.Enum[i].Raw) == from {
				field.Enum[i].Raw, found = to, true
			}
		}
		if field.Default != nil && string(field.Default.Raw) == from {
			field.Default = &apiextensionsv1.JSON{Raw: to}
		}
	})
	if !found {
		return fmt.Errorf("rename at %s: %s is not in the enumeration", r.At, r.Table)
	}
	return nil
}
