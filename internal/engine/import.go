package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// ImportState implements [resource.ResourceWithImportState]: it takes an ID
// (`<namespace>/<name>`, or `<name>` in the default namespace) or an identity, and
// leaves the rest to Read.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	namespace, name := "", req.ID
	if req.ID == "" && req.Identity != nil {
		var n, ns types.String
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("name"), &n)...)
		if r.Model.Kind.Namespaced {
			resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("namespace"), &ns)...)
		}
		namespace, name = ns.ValueString(), n.ValueString()
	} else if before, after, cut := strings.Cut(req.ID, "/"); cut {
		namespace, name = before, after
	}
	if name == "" || strings.Contains(name, "/") || namespace != "" && !r.Model.Kind.Namespaced {
		form := "`<namespace>/<name>`, or `<name>` in the default namespace"
		if !r.Model.Kind.Namespaced {
			form = "`<name>`: the kind is cluster-scoped"
		}
		resp.Diagnostics.AddError("Invalid import ID", fmt.Sprintf("%q does not name a %s. Write %s.", req.ID, r.Model.Kind.GVK.Kind, form))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if namespace == "" && r.Model.Kind.Namespaced {
		namespace = DefaultNamespace(r.Scope)
	}
	set := ImportAttributes(r.Model, namespace, name)
	resp.State.Raw = r.Model.Value(set)
	v, err := r.Model.Read(resp.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the state", err))
		return
	}
	resp.Diagnostics.Append(model.SetIdentity(ctx, resp.Identity, v)...)
	if r.Defers(req.ClientCapabilities.DeferralAllowed) {
		resp.State.Raw = tftypes.NewValue(r.Model.Object(), tftypes.UnknownValue)
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
	}
}

// imported reports whether a state is that of an import that Read has not completed.
func imported(v model.Values) bool {
	return v.Attributes[model.AttrSpec].IsNull() && v.Attributes[model.AttrManifest].IsNull()
}

// readImport completes an import: the state becomes what people configured of the live
// object, so that a configuration of just that plans no change.
//
// A moved resource begins in the same way, with the manifest that it was moved with; an object
// of it that is gone is made anew, like one that was applied.
func readImport(ctx context.Context, r *model.Scope, v model.Values, origin *unstructured.Unstructured, resp *resource.ReadResponse) {
	if r.Settings == nil || r.Settings.Client == nil {
		resp.Diagnostics.Append(r.NoCluster(r.Model.Subject(v))...)
		return
	}
	release, diags := movedRelease(ctx, r, v, origin)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	t := r.Model.CustomResource(v, release)
	live, err := r.Settings.Client.Get(ctx, t.Resource, v.Unstructured().GetNamespace(), v.Unstructured().GetName())
	switch {
	case cluster.IsNotFound(err) && origin != nil:
		resp.State.RemoveResource(ctx)
		return
	case cluster.IsNotFound(err):
		resp.Diagnostics.Append(diagnostic.ImportNotFound(r.Model.Subject(v)))
		return
	case err != nil:
		resp.Diagnostics.Append(r.Unread("import", t, err)...)
		return
	}
	configured, err := Configured(r, t, live, origin)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Importing the object", err))
		return
	}
	state, err := Adopt(r, v, t, live, configured)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Importing the object", err))
		return
	}
	resp.State.Raw = state
	former, err := apply.FormerManagers(t, live)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the managed fields", err))
		return
	}
	if len(former) > 0 {
		resp.Diagnostics.Append(apply.SetAdopting(ctx, resp.Private, former)...)
	}
}
