package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// Create implements [resource.Resource]. The state is written as soon as the cluster
// has the objects, and only then does the wait begin.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, err := r.Model.Read(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return
	}
	resp.Diagnostics.Append(model.SetIdentity(ctx, resp.Identity, plan)...)
	a := &model.ApplyRun{Scope: r.Scope, Plan: plan, Private: resp.Private, Configured: model.Children(req.Config.Raw)[model.AttrCredentials], Save: func(v tftypes.Value) { resp.State.Raw = v }}
	resp.Diagnostics.Append(run(ctx, a, model.VerbCreate)...)
}
