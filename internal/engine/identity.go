package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// IdentitySchema implements [resource.ResourceWithIdentity].
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	attributes := map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true, Description: "Name of the object."},
	}
	if r.model.kind.Namespaced {
		attributes["namespace"] = identityschema.StringAttribute{OptionalForImport: true, Description: "Namespace of the object; the provider's default when left out."}
	}
	resp.IdentitySchema = identityschema.Schema{Attributes: attributes}
}

// setIdentity writes the identity, which every verb must do again. identity is nil when
// the caller does not know identities.
func setIdentity(ctx context.Context, identity *tfsdk.ResourceIdentity, v values) diag.Diagnostics {
	if identity == nil {
		return nil
	}
	namespace, name := v.name()
	diags := identity.SetAttribute(ctx, path.Root("name"), types.StringValue(name))
	if _, ok := identity.Schema.GetAttributes()["namespace"]; ok {
		diags.Append(identity.SetAttribute(ctx, path.Root("namespace"), types.StringValue(namespace))...)
	}
	return diags
}
