package schema

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// nodeTypes are a node's Terraform types, computed once: the framework would otherwise
// walk the whole tree below an attribute at every step of every path it visits.
type nodeTypes struct {
	attr attr.Type
	tf   tftypes.Type
}

// AttrType returns the framework type of a node's values.
func (n *Node) AttrType() attr.Type {
	n.typed.Do(n.computeTypes)
	return n.types.attr
}

// TerraformType returns the protocol type of a node's values.
func (n *Node) TerraformType() tftypes.Type {
	n.typed.Do(n.computeTypes)
	return n.types.tf
}

func (n *Node) computeTypes() {
	n.types.attr = n.attrType()
	n.types.tf = n.types.attr.TerraformType(context.Background())
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
