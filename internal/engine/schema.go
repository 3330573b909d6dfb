package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
)

// Schema implements [resource.Resource].
func (r *Resource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.Model.Schema()
}

// IdentitySchema implements [resource.ResourceWithIdentity].
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	attributes := map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true, Description: "Name of the object."},
	}
	if r.Model.Kind.Namespaced {
		attributes["namespace"] = identityschema.StringAttribute{OptionalForImport: true, Description: "Namespace of the object; the provider's default when left out."}
	}
	resp.IdentitySchema = identityschema.Schema{Attributes: attributes}
}
