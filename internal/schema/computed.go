package schema

import (
	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ComputedAttribute returns a data source attribute that shows values of the node.
func (n *Node) ComputedAttribute(text string) schema.Attribute {
	switch n.Kind {
	case Object:
		return schema.SingleNestedAttribute{
			MarkdownDescription: text, Computed: true,
			Attributes: n.computedFields(), CustomType: n.AttrType().(types.ObjectType),
		}
	case List:
		if n.Elem.Kind == Object {
			return schema.ListNestedAttribute{
				MarkdownDescription: text, Computed: true,
				NestedObject: n.Elem.computedObject(), CustomType: n.AttrType().(types.ListType),
			}
		}
		return schema.ListAttribute{MarkdownDescription: text, Computed: true, ElementType: n.Elem.AttrType()}
	case Map:
		if n.Elem.Kind == Object {
			return schema.MapNestedAttribute{
				MarkdownDescription: text, Computed: true,
				NestedObject: n.Elem.computedObject(), CustomType: n.AttrType().(types.MapType),
			}
		}
		return schema.MapAttribute{MarkdownDescription: text, Computed: true, ElementType: n.Elem.AttrType()}
	case Bool:
		return schema.BoolAttribute{MarkdownDescription: text, Computed: true}
	case Integer:
		return schema.Int64Attribute{MarkdownDescription: text, Computed: true}
	case Number:
		return schema.Float64Attribute{MarkdownDescription: text, Computed: true}
	case JSON:
		return schema.StringAttribute{MarkdownDescription: text, Computed: true, CustomType: jsontypes.NormalizedType{}}
	case String, IntOrString, Quantity:
		return schema.StringAttribute{MarkdownDescription: text, Computed: true}
	}
	panic("schema: unknown kind of node")
}

func (n *Node) computedFields() map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(n.Fields))
	for _, f := range n.Fields {
		attributes[f.Name] = f.Node.ComputedAttribute(f.Description)
	}
	return attributes
}

func (n *Node) computedObject() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: n.computedFields(), CustomType: n.AttrType().(types.ObjectType)}
}
