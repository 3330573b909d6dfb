package model

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

// Values is a configuration, plan or state: its root attributes as the protocol has
// them, and what the engine reads out of them.
type Values struct {
	Attributes map[string]tftypes.Value
	// Object is apiVersion, kind, metadata and spec in hub form.
	Object map[string]any
	// Options is the `direct` object.
	Options map[string]any
	// definitions are the valid ones of `references`.
	References render.References
	// faults are what is wrong with the other definitions, and malformed values.
	faults field.ErrorList
	// Unknown are the field paths of values that are not known yet, from the root of
	// the resource: metadata.name, spec..., direct..., definitions...
	Unknown []string
	// until is what an apply waits for where the configuration does not say.
	until string
}

// Read takes the root attributes of a raw resource value apart.
func (s *ResourceModel) Read(raw tftypes.Value) (Values, error) {
	v := Values{Object: map[string]any{}, Options: map[string]any{}, until: s.defaultUntil()}
	if err := raw.As(&v.Attributes); err != nil {
		return v, fmt.Errorf("reading %s: %w", s.Kind.TypeName, err)
	}
	v.Object["apiVersion"] = s.Kind.GVK.GroupVersion().String()
	v.Object["kind"] = s.Kind.GVK.Kind
	v.Object["metadata"] = v.metadata()
	spec, err := v.encode(s.Spec, AttrSpec)
	if err != nil {
		return v, err
	}
	if spec != nil {
		v.Object["spec"] = spec
	}
	s.ReadReferences(&v)
	v.readOperations()
	if s.Options == nil {
		return v, nil
	}
	options, err := v.encode(s.Options, AttrDirect)
	if tree, ok := options.(map[string]any); ok {
		v.Options = tree
	}
	return v, err
}

// encode encodes a root attribute, and notes what is unknown or malformed of it.
func (v *Values) encode(n *schema.Node, attribute string) (any, error) {
	tree, unknown, err := object.Encode(n, v.Attributes[attribute], field.NewPath(attribute))
	v.Unknown = append(v.Unknown, unknown...)
	if malformed := object.Malformed(nil); errors.As(err, &malformed) {
		v.faults, err = append(v.faults, malformed...), nil
	}
	return tree, err
}

// metadata encodes the metadata attribute and notes what is not known of it.
func (v *Values) metadata() map[string]any {
	out := map[string]any{}
	fields := Children(v.Attributes[AttrMetadata])
	if fields == nil && !v.Attributes[AttrMetadata].IsKnown() {
		v.Unknown = append(v.Unknown, AttrMetadata)
	}
	for _, name := range []string{"name", "namespace"} {
		text, known := StringOf(fields[name])
		if !known {
			v.Unknown = append(v.Unknown, "metadata."+name)
		}
		if text != "" {
			out[name] = text
		}
	}
	for _, name := range []string{"labels", "annotations"} {
		at := field.NewPath(AttrMetadata, name)
		if value, set := fields[name]; set && !value.IsKnown() {
			v.Unknown = append(v.Unknown, at.String())
			continue
		}
		entries := map[string]any{}
		for key, value := range Children(fields[name]) {
			text, known := StringOf(value)
			if !known {
				v.Unknown = append(v.Unknown, at.Key(key).String())
				continue
			}
			entries[key] = text
		}
		if len(entries) > 0 {
			out[name] = entries
		}
	}
	slices.Sort(v.Unknown)
	return out
}

// Unstructured returns the object in hub form.
func (v Values) Unstructured() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: v.Object}
}

// Name returns namespace and name of the object.
func (v Values) Name() (namespace, name string) {
	u := v.Unstructured()
	return u.GetNamespace(), u.GetName()
}

// ID is what identifies the object in Terraform.
func (v Values) ID() string {
	namespace, name := v.Name()
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

// Text returns a root string attribute, "" when it is null or unknown.
func (v Values) Text(attribute string) string {
	s, _ := StringOf(v.Attributes[attribute])
	return s
}

// Flag returns a root bool attribute, false when it is null or unknown.
func (v Values) Flag(attribute string) bool {
	var b *bool
	value := v.Attributes[attribute]
	if value.Type() == nil || !value.IsKnown() || value.As(&b) != nil || b == nil {
		return false
	}
	return *b
}

// Elements returns the strings of a root attribute that is a list, "" for one that is not known.
func (v Values) Elements(attribute string) []string {
	value := v.Attributes[attribute]
	var items []tftypes.Value
	if value.Type() == nil || !value.IsKnown() || value.As(&items) != nil {
		return nil
	}
	out := make([]string, len(items))
	for i, item := range items {
		out[i], _ = StringOf(item)
	}
	return out
}

// Children returns the attributes of an object or the entries of a map, nil unless it is known.
func Children(value tftypes.Value) map[string]tftypes.Value {
	if value.Type() == nil || !value.IsKnown() || value.IsNull() {
		return nil
	}
	var out map[string]tftypes.Value
	if value.As(&out) != nil {
		return nil
	}
	return out
}

// StringOf returns a string value, "" for null, and whether it is known.
func StringOf(value tftypes.Value) (text string, known bool) {
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

// Value puts root attributes together; attributes that are not given are null.
func (s *ResourceModel) Value(attributes map[string]tftypes.Value) tftypes.Value {
	typ := s.Object()
	all := make(map[string]tftypes.Value, len(typ.AttributeTypes))
	for name := range typ.AttributeTypes {
		if v, ok := attributes[name]; ok {
			all[name] = v
			continue
		}
		all[name] = s.Null(name)
	}
	return tftypes.NewValue(typ, all)
}

// StringValue is a text of the protocol.
func StringValue(s string) tftypes.Value {
	return tftypes.NewValue(tftypes.String, s)
}

// BoolValue is a bool of the protocol.
func BoolValue(b bool) tftypes.Value {
	return tftypes.NewValue(tftypes.Bool, b)
}

// StringList is a list of texts of the protocol.
func StringList(items []string) tftypes.Value {
	elements := make([]tftypes.Value, len(items))
	for i, item := range items {
		elements[i] = StringValue(item)
	}
	return tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, elements)
}

// IsUnknown reports whether anything at or below a field path is not known yet, or the path lies below it.
func (v Values) IsUnknown(at string) bool {
	return slices.ContainsFunc(v.Unknown, func(unknown string) bool {
		return object.Within(unknown, at) || object.Within(at, unknown)
	})
}
