package schema

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// views are how Terraform's libraries see a node, each computed on first use.
type views struct {
	attrOnce, tfOnce, attributesOnce sync.Once

	attr       attr.Type
	tf         tftypes.Type
	attributes map[string]schema.Attribute
}

// AttrType returns the framework type of a node's values. It is computed once: the framework would otherwise walk the whole
// tree below an attribute at every step of every path it visits.
func (n *Node) AttrType() attr.Type {
	n.views.attrOnce.Do(func() { n.views.attr = n.attrType() })
	return n.views.attr
}

// TerraformType returns the protocol type of a node's values. It is that of AttrType, put together from those of the nodes
// below, which objects share.
func (n *Node) TerraformType() tftypes.Type {
	n.views.tfOnce.Do(func() { n.views.tf = n.terraformType() })
	return n.views.tf
}

func (n *Node) terraformType() tftypes.Type {
	switch n.Kind {
	case Object:
		fields := make(map[string]tftypes.Type, len(n.Fields))
		for _, f := range n.Fields {
			fields[f.Name] = f.Node.TerraformType()
		}
		return tftypes.Object{AttributeTypes: fields}
	case Map:
		return tftypes.Map{ElementType: n.Elem.TerraformType()}
	case List:
		return tftypes.List{ElementType: n.Elem.TerraformType()}
	default:
		return n.AttrType().TerraformType(context.Background())
	}
}

func (n *Node) attrType() attr.Type {
	switch n.Kind {
	case Object:
		return types.ObjectType{AttrTypes: n.AttrTypes()}
	case Map:
		return types.MapType{ElemType: n.Elem.AttrType()}
	case List:
		return types.ListType{ElemType: n.Elem.AttrType()}
	case Bool:
		return types.BoolType
	case Integer:
		return types.Int64Type
	case Number:
		return types.Float64Type
	case JSON:
		return jsontypes.NormalizedType{}
	case String, IntOrString, Quantity:
		return types.StringType
	}
	panic("schema: unknown kind of node")
}

// AttrTypes returns the framework types of an Object's fields by Terraform name.
func (n *Node) AttrTypes() map[string]attr.Type {
	fields := make(map[string]attr.Type, len(n.Fields))
	for _, f := range n.Fields {
		fields[f.Name] = f.Node.AttrType()
	}
	return fields
}
