package model

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// SetIdentity writes the identity, which every verb must do again. identity is nil when
// the caller does not know identities.
func SetIdentity(ctx context.Context, identity *tfsdk.ResourceIdentity, v Values) diag.Diagnostics {
	if identity == nil {
		return nil
	}
	namespace, name := v.Name()
	diags := identity.SetAttribute(ctx, path.Root("name"), types.StringValue(name))
	if _, ok := identity.Schema.GetAttributes()["namespace"]; ok {
		diags.Append(identity.SetAttribute(ctx, path.Root("namespace"), types.StringValue(namespace))...)
	}
	return diags
}
