package schema

import (
	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Attributes returns the resource attributes of an Object's fields. Nested attributes
// carry their ready-made types.
func (n *Node) Attributes() map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(n.Fields))
	for _, f := range n.Fields {
		attributes[f.Name] = f.attribute()
	}
	return attributes
}

func (f *Field) attribute() schema.Attribute {
	text, required, optional := f.Description, f.Required, !f.Required
	n := f.Node
	switch n.Kind {
	case Object:
		return schema.SingleNestedAttribute{
			MarkdownDescription: text, Required: required, Optional: optional,
			Attributes: n.Attributes(), CustomType: n.AttrType().(types.ObjectType),
		}
	case List:
		if n.Elem.Kind == Object {
			return schema.ListNestedAttribute{
				MarkdownDescription: text, Required: required, Optional: optional,
				NestedObject: n.Elem.nestedObject(), CustomType: n.AttrType().(types.ListType),
			}
		}
		return schema.ListAttribute{MarkdownDescription: text, Required: required, Optional: optional, ElementType: n.Elem.AttrType()}
	case Map:
		if n.Elem.Kind == Object {
			return schema.MapNestedAttribute{
				MarkdownDescription: text, Required: required, Optional: optional,
				NestedObject: n.Elem.nestedObject(), CustomType: n.AttrType().(types.MapType),
			}
		}
		return schema.MapAttribute{MarkdownDescription: text, Required: required, Optional: optional, ElementType: n.Elem.AttrType()}
	case Bool:
		return schema.BoolAttribute{MarkdownDescription: text, Required: required, Optional: optional}
	case Integer:
		return schema.Int64Attribute{MarkdownDescription: text, Required: required, Optional: optional}
	case Number:
		return schema.Float64Attribute{MarkdownDescription: text, Required: required, Optional: optional}
	case JSON:
		return schema.StringAttribute{
			MarkdownDescription: text + " Written as JSON, with `jsonencode`.", Required: required, Optional: optional,
			CustomType: jsontypes.NormalizedType{},
		}
	case String, IntOrString, Quantity:
		return schema.StringAttribute{MarkdownDescription: text, Required: required, Optional: optional}
	}
	panic("schema: unknown kind of node")
}

func (n *Node) nestedObject() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: n.Attributes(), CustomType: n.AttrType().(types.ObjectType)}
}
