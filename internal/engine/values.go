package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// values is a configuration, plan or state: its root attributes as the protocol has
// them, and what the engine reads out of them.
type values struct {
	attributes map[string]tftypes.Value
	// object is apiVersion, kind, metadata and spec in hub form.
	object map[string]any
	// options is the `direct` object.
	options map[string]any
	// definitions are the valid ones of `references`.
	references render.References
	// faults are what is wrong with the other definitions, and malformed values.
	faults field.ErrorList
	// unknown are the field paths of values that are not known yet, from the root of
	// the resource: metadata.name, spec..., direct..., definitions...
	unknown []string
}

// read takes the root attributes of a raw resource value apart.
func (s *resourceModel) read(raw tftypes.Value) (values, error) {
	v := values{object: map[string]any{}, options: map[string]any{}}
	if err := raw.As(&v.attributes); err != nil {
		return v, fmt.Errorf("reading %s: %w", s.kind.TypeName, err)
	}
	v.object["apiVersion"] = s.kind.GVK.GroupVersion().String()
	v.object["kind"] = s.kind.GVK.Kind
	v.object["metadata"] = v.metadata()
	spec, err := v.encode(s.spec, attrSpec)
	if err != nil {
		return v, err
	}
	if spec != nil {
		v.object["spec"] = spec
	}
	s.readReferences(&v)
	v.readOperations()
	if s.options == nil {
		return v, nil
	}
	options, err := v.encode(s.options, attrDirect)
	if tree, ok := options.(map[string]any); ok {
		v.options = tree
	}
	return v, err
}

// encode encodes a root attribute, and notes what is unknown or malformed of it.
func (v *values) encode(n *schema.Node, attribute string) (any, error) {
	tree, unknown, err := object.Encode(n, v.attributes[attribute], field.NewPath(attribute))
	v.unknown = append(v.unknown, unknown...)
	if malformed := object.Malformed(nil); errors.As(err, &malformed) {
		v.faults, err = append(v.faults, malformed...), nil
	}
	return tree, err
}

// metadata encodes the metadata attribute and notes what is not known of it.
func (v *values) metadata() map[string]any {
	out := map[string]any{}
	fields := children(v.attributes[attrMetadata])
	if fields == nil && !v.attributes[attrMetadata].IsKnown() {
		v.unknown = append(v.unknown, attrMetadata)
	}
	for _, name := range []string{"name", "namespace"} {
		text, known := stringOf(fields[name])
		if !known {
			v.unknown = append(v.unknown, "metadata."+name)
		}
		if text != "" {
			out[name] = text
		}
	}
	for _, name := range []string{"labels", "annotations"} {
		at := field.NewPath(attrMetadata, name)
		if value, set := fields[name]; set && !value.IsKnown() {
			v.unknown = append(v.unknown, at.String())
			continue
		}
		entries := map[string]any{}
		for key, value := range children(fields[name]) {
			text, known := stringOf(value)
			if !known {
				v.unknown = append(v.unknown, at.Key(key).String())
				continue
			}
			entries[key] = text
		}
		if len(entries) > 0 {
			out[name] = entries
		}
	}
	slices.Sort(v.unknown)
	return out
}

// unstructured returns the object in hub form.
func (v values) unstructured() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: v.object}
}

// name returns namespace and name of the object.
func (v values) name() (namespace, name string) {
	u := v.unstructured()
	return u.GetNamespace(), u.GetName()
}

// id is what identifies the object in Terraform.
func (v values) id() string {
	namespace, name := v.name()
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

// text returns a root string attribute, "" when it is null or unknown.
func (v values) text(attribute string) string {
	s, _ := stringOf(v.attributes[attribute])
	return s
}

// flag returns a root bool attribute, false when it is null or unknown.
func (v values) flag(attribute string) bool {
	var b *bool
	value := v.attributes[attribute]
	if value.Type() == nil || !value.IsKnown() || value.As(&b) != nil || b == nil {
		return false
	}
	return *b
}

// elements returns the strings of a root attribute that is a list, "" for one that is not known.
func (v values) elements(attribute string) []string {
	value := v.attributes[attribute]
	var items []tftypes.Value
	if value.Type() == nil || !value.IsKnown() || value.As(&items) != nil {
		return nil
	}
	out := make([]string, len(items))
	for i, item := range items {
		out[i], _ = stringOf(item)
	}
	return out
}

// children returns the attributes of an object or the entries of a map, nil unless it is known.
func children(value tftypes.Value) map[string]tftypes.Value {
	if value.Type() == nil || !value.IsKnown() || value.IsNull() {
		return nil
	}
	var out map[string]tftypes.Value
	if value.As(&out) != nil {
		return nil
	}
	return out
}

// stringOf returns a string value, "" for null, and whether it is known.
func stringOf(value tftypes.Value) (text string, known bool) {
	if value.Type() == nil {
		return "", true
	}
	if !value.IsKnown() {
		return "", false
	}
	var s *string
	if value.As(&s) != nil || s == nil {
		return "", true
	}
	return *s, true
}

// value puts root attributes together; attributes that are not given are null.
func (s *resourceModel) value(attributes map[string]tftypes.Value) tftypes.Value {
	typ := s.object()
	all := make(map[string]tftypes.Value, len(typ.AttributeTypes))
	for name := range typ.AttributeTypes {
		if v, ok := attributes[name]; ok {
			all[name] = v
			continue
		}
		all[name] = s.null(name)
	}
	return tftypes.NewValue(typ, all)
}

// stringValue is a text of the protocol.
func stringValue(s string) tftypes.Value {
	return tftypes.NewValue(tftypes.String, s)
}

// boolValue is a bool of the protocol.
func boolValue(b bool) tftypes.Value {
	return tftypes.NewValue(tftypes.Bool, b)
}

// stringList is a list of texts of the protocol.
func stringList(items []string) tftypes.Value {
	elements := make([]tftypes.Value, len(items))
	for i, item := range items {
		elements[i] = stringValue(item)
	}
	return tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, elements)
}
