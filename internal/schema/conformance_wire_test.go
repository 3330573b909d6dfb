package schema_test

import (
	"fmt"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// toWire changes a schema in the vocabulary of the table into that of a generation, as
// [object.Release.ToWire] changes an object.
func toWire(props *apiextensionsv1.JSONSchemaProps, release object.Release) error {
	for _, path := range release.Requires {
		steps := strings.Split(path, ".")
		edit(props, steps[:len(steps)-1], func(holder *apiextensionsv1.JSONSchemaProps) {
			holder.Required = append(holder.Required, steps[len(steps)-1])
		})
	}
	for _, r := range release.Renames {
		if err := rename(props, r); err != nil {
			return err
		}
	}
	for _, m := range release.Moves {
		moved, required, found := take(props, steps(m.From))
		if !found {
			return fmt.Errorf("move from %s: the schema has no such field", m.From)
		}
		place(props, steps(m.To), moved, required)
	}
	return nil
}

// steps are the names of a path; "[]" stands for the items of a list.
func steps(path string) []string {
	return strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")
}

// edit calls change on the schema at a path and writes it back. Objects that are
// missing on the way are created.
func edit(props *apiextensionsv1.JSONSchemaProps, path []string, change func(*apiextensionsv1.JSONSchemaProps)) {
	if len(path) == 0 {
		change(props)
		return
	}
	if path[0] == "[]" {
		edit(props.Items.Schema, path[1:], change)
		return
	}
	next, ok := props.Properties[path[0]]
	if !ok {
		next = apiextensionsv1.JSONSchemaProps{Type: "object"}
	}
	edit(&next, path[1:], change)
	if props.Properties == nil {
		props.Properties = map[string]apiextensionsv1.JSONSchemaProps{}
	}
	props.Properties[path[0]] = next
}

func take(props *apiextensionsv1.JSONSchemaProps, path []string) (taken apiextensionsv1.JSONSchemaProps, required, found bool) {
	name := path[len(path)-1]
	edit(props, path[:len(path)-1], func(holder *apiextensionsv1.JSONSchemaProps) {
		taken, found = holder.Properties[name]
		delete(holder.Properties, name)
		required = slices.Contains(holder.Required, name)
		holder.Required = slices.DeleteFunc(holder.Required, func(r string) bool { return r == name })
	})
	return taken, required, found
}

// place puts a field at a path. What holds a required field is required itself.
func place(props *apiextensionsv1.JSONSchemaProps, path []string, field apiextensionsv1.JSONSchemaProps, required bool) {
	edit(props, path[:len(path)-1], func(holder *apiextensionsv1.JSONSchemaProps) {
		if holder.Properties == nil {
			holder.Properties = map[string]apiextensionsv1.JSONSchemaProps{}
		}
		holder.Properties[path[len(path)-1]] = field
	})
	for i := len(path); required && i > 1; i-- {
		edit(props, path[:i-1], func(holder *apiextensionsv1.JSONSchemaProps) {
			if path[i-1] != "[]" && !slices.Contains(holder.Required, path[i-1]) {
				holder.Required = append(holder.Required, path[i-1])
			}
		})
	}
}

// rename spells a text of an enumeration, and the default, as a generation does.
func rename(props *apiextensionsv1.JSONSchemaProps, r object.Rename) error {
	from, found := encodedJSON(r.Table), false
	edit(props, steps(r.At), func(field *apiextensionsv1.JSONSchemaProps) {
		// The schemas of a definition share what they point to.
		field.Enum = slices.Clone(field.Enum)
		for i := range field.Enum {
			if string(field.Enum[i].Raw) == from {
				field.Enum[i].Raw, found = []byte(encodedJSON(r.Wire)), true
			}
		}
		if field.Default != nil && string(field.Default.Raw) == from {
			field.Default = &apiextensionsv1.JSON{Raw: []byte(encodedJSON(r.Wire))}
		}
	})
	if !found {
		return fmt.Errorf("rename at %s: %s is not in the enumeration", r.At, r.Table)
	}
	return nil
}

func encodedJSON(text string) string {
	return fmt.Sprintf("%q", text)
}
