package server

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/engine"
)

// Outline is a resource that shows the framework a schema without attributes.
type Outline struct{ *engine.Resource }

// Schema implements [resource.Resource].
func (Outline) Schema(context.Context, resource.SchemaRequest, *resource.SchemaResponse) {}

// GetProviderSchema implements [tfprotov6.ProviderServer]. The framework checks every
// attribute of every resource and computes the type of each as often as it is deep.
func (s *Server) GetProviderSchema(ctx context.Context, req *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp, err := s.outline.GetProviderSchema(ctx, req)
	if err != nil {
		return nil, err
	}
	all := translator{}
	for typeName := range resp.ResourceSchemas {
		if r, ok := s.resource(typeName); ok {
			resp.ResourceSchemas[typeName] = all.schema(ctx, r)
		}
	}
	return resp, nil
}

// translator puts schemas into the protocol. It has the attributes of objects that it met, by where their map is, since
// nine of ten attributes are in an object of another resource too. Every resource keeps its schema, so that no map makes place
// for another.
type translator map[uintptr][]*tfprotov6.SchemaAttribute

func (t translator) schema(ctx context.Context, r *engine.Resource) *tfprotov6.Schema {
	var resp resource.SchemaResponse
	r.Schema(ctx, resource.SchemaRequest{}, &resp)
	of := resp.Schema
	return &tfprotov6.Schema{Version: of.Version, Block: &tfprotov6.SchemaBlock{
		Attributes:  t.attributes(ctx, of.Attributes),
		Description: of.MarkdownDescription, DescriptionKind: tfprotov6.StringKindMarkdown,
	}}
}

// attributes are sorted by name.
func (t translator) attributes(ctx context.Context, of map[string]rschema.Attribute) []*tfprotov6.SchemaAttribute {
	if len(of) == 0 {
		return nil // an object that says something by being there
	}
	at := reflect.ValueOf(of).Pointer()
	if known, ok := t[at]; ok {
		return known
	}
	out := make([]*tfprotov6.SchemaAttribute, 0, len(of))
	for name, attribute := range of {
		one := &tfprotov6.SchemaAttribute{
			Name: name, NestedType: t.nestedType(ctx, attribute),
			Required: attribute.IsRequired(), Optional: attribute.IsOptional(), Computed: attribute.IsComputed(),
			Sensitive: attribute.IsSensitive(), WriteOnly: attribute.IsWriteOnly(),
			Deprecated: attribute.GetDeprecationMessage() != "", DeprecationMessage: attribute.GetDeprecationMessage(),
		}
		if one.NestedType == nil {
			one.Type = attribute.GetType().TerraformType(ctx)
		}
		if text := attribute.GetMarkdownDescription(); text != "" {
			one.Description, one.DescriptionKind = text, tfprotov6.StringKindMarkdown
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b *tfprotov6.SchemaAttribute) int { return cmp.Compare(a.Name, b.Name) })
	t[at] = out
	return out
}

// nestedType is nil for an attribute without attributes of its own.
func (t translator) nestedType(ctx context.Context, attribute rschema.Attribute) *tfprotov6.SchemaObject {
	var (
		nesting    tfprotov6.SchemaObjectNestingMode
		attributes map[string]rschema.Attribute
	)
	switch attribute := attribute.(type) {
	case rschema.SingleNestedAttribute:
		nesting, attributes = tfprotov6.SchemaObjectNestingModeSingle, attribute.Attributes
	case rschema.ListNestedAttribute:
		nesting, attributes = tfprotov6.SchemaObjectNestingModeList, attribute.NestedObject.Attributes
	case rschema.MapNestedAttribute:
		nesting, attributes = tfprotov6.SchemaObjectNestingModeMap, attribute.NestedObject.Attributes
	default:
		return nil
	}
	return &tfprotov6.SchemaObject{Nesting: nesting, Attributes: t.attributes(ctx, attributes)}
}
