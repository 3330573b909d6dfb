package schema

import (
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Attributes returns the resource attributes of an Object's fields. Nested attributes carry their ready-made types. All callers have
// the same map and must not change it.
func (n *Node) Attributes() map[string]schema.Attribute {
	n.views.attributesOnce.Do(func() {
		n.views.attributes = make(map[string]schema.Attribute, len(n.Fields))
		for _, f := range n.Fields {
			n.views.attributes[f.Name] = f.attribute()
		}
	})
	return n.views.attributes
}

func (f *Field) attribute() schema.Attribute {
	text, required, optional, deprecated := f.Description, f.Required, !f.Required, f.deprecation()
	n := f.Node
	switch n.Kind {
	case Object:
		return schema.SingleNestedAttribute{
			MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated,
			Attributes: n.Attributes(), CustomType: n.AttrType().(types.ObjectType),
		}
	case List:
		if n.Elem.Kind == Object {
			return schema.ListNestedAttribute{
				MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated,
				NestedObject: n.Elem.nestedObject(), CustomType: n.AttrType().(types.ListType),
			}
		}
		return schema.ListAttribute{MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated, ElementType: n.Elem.AttrType()}
	case Map:
		if n.Elem.Kind == Object {
			return schema.MapNestedAttribute{
				MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated,
				NestedObject: n.Elem.nestedObject(), CustomType: n.AttrType().(types.MapType),
			}
		}
		return schema.MapAttribute{MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated, ElementType: n.Elem.AttrType()}
	case Bool:
		return schema.BoolAttribute{MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated}
	case Integer:
		return schema.Int64Attribute{MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated}
	case Number:
		return schema.Float64Attribute{MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated}
	case JSON:
		return schema.StringAttribute{
			MarkdownDescription: text + " Written as JSON, with `jsonencode`.", Required: required, Optional: optional, DeprecationMessage: deprecated,
			CustomType: jsontypes.NormalizedType{},
		}
	case String, IntOrString, Quantity:
		return schema.StringAttribute{MarkdownDescription: text, Required: required, Optional: optional, DeprecationMessage: deprecated}
	}
	panic("schema: unknown kind of node")
}

func (n *Node) nestedObject() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: n.Attributes(), CustomType: n.AttrType().(types.ObjectType)}
}

// deprecationMark begins the sentence of a description that says what becomes of a field.
const deprecationMark = "Deprecated: "

// replacement begins the sentence after it that says what takes the field's place.
var replacement = regexp.MustCompile(`^(Use|Consider|To|All operations) `)

// deprecation is what the description says of a field that upstream is giving up, and what to do; "" for any other.
func (f *Field) deprecation() string {
	_, text, deprecated := strings.Cut(f.Description, deprecationMark)
	if !deprecated {
		return ""
	}
	sentences := strings.SplitN(strings.TrimSuffix(text, "."), ". ", 3)
	why := strings.ToUpper(sentences[0][:1]) + sentences[0][1:] + "."
	switch {
	case strings.HasPrefix(why, "Use "):
		return why
	case len(sentences) == 1 || !replacement.MatchString(sentences[1]):
		return why + " Remove it."
	case strings.HasSuffix(sentences[1], "CSI driver"):
		return why + " " + sentences[1] + ". Use that driver, with `csi` or a claim."
	}
	return why + " " + sentences[1] + "."
}
