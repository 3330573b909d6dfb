package engine

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

var (
	_ resource.ResourceWithConfigure      = &Resource{}
	_ resource.ResourceWithValidateConfig = &Resource{}
	_ resource.ResourceWithModifyPlan     = &Resource{}
	_ resource.ResourceWithImportState    = &Resource{}
	_ resource.ResourceWithIdentity       = &Resource{}
	_ resource.ResourceWithMoveState      = &Resource{}
)

// Resource serves every verb of one kind.
type Resource struct {
	*model.Scope
}

// NewResource returns the constructor of the resource of one of all kinds. The kind's schema
// is built once, when it is first asked for.
func NewResource(k *kinds.Kind, all []*kinds.Kind) func() resource.Resource {
	shared := sync.OnceValue(func() *model.ResourceModel { return model.New(k) })
	return func() resource.Resource { return &Resource{&model.Scope{Model: shared(), All: all}} }
}

// Metadata implements [resource.Resource].
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Model.Kind.TypeName
	// A readiness that an older apply left false is resumed by planning an update, which
	// needs the prior identity to stay as it is.
	resp.ResourceBehavior.MutableIdentity = false
}

// Configure implements [resource.ResourceWithConfigure].
func (r *Resource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.Settings, resp.Diagnostics = model.SettingsOf(req.ProviderData)
}
