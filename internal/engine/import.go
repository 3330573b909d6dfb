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

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// ImportState implements [resource.ResourceWithImportState]: it takes an ID
// (`<namespace>/<name>`, or `<name>` in the default namespace) or an identity, and
// leaves the rest to Read.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	namespace, name := "", req.ID
	if req.ID == "" && req.Identity != nil {
		var n, ns types.String
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("name"), &n)...)
		if r.model.kind.Namespaced {
			resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("namespace"), &ns)...)
		}
		namespace, name = ns.ValueString(), n.ValueString()
	} else if before, after, cut := strings.Cut(req.ID, "/"); cut {
		namespace, name = before, after
	}
	if name == "" || strings.Contains(name, "/") || namespace != "" && !r.model.kind.Namespaced {
		form := "`<namespace>/<name>`, or `<name>` in the default namespace"
		if !r.model.kind.Namespaced {
			form = "`<name>`: the kind is cluster-scoped"
		}
		resp.Diagnostics.AddError("Invalid import ID", fmt.Sprintf("%q does not name a %s. Write %s.", req.ID, r.model.kind.GVK.Kind, form))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if namespace == "" && r.model.kind.Namespaced {
		namespace = r.defaultNamespace()
	}
	set := r.model.importAttributes(namespace, name)
	resp.State.Raw = r.model.value(set)
	v, err := r.model.read(resp.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the state", err))
		return
	}
	resp.Diagnostics.Append(setIdentity(ctx, resp.Identity, v)...)
	if r.defers(req.ClientCapabilities.DeferralAllowed) {
		resp.State.Raw = tftypes.NewValue(r.model.object(), tftypes.UnknownValue)
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
	}
}

// defaultNamespace is that of the provider block, or the one of Kubernetes.
func (r *scope) defaultNamespace() string {
	if r.settings != nil && r.settings.Namespace != "" {
		return r.settings.Namespace
	}
	return "default"
}

// importAttributes is a state that knows no more than where the object is.
func (s *resourceModel) importAttributes(namespace, name string) map[string]tftypes.Value {
	typ, _ := s.object().AttributeTypes[attrMetadata].(tftypes.Object)
	metadata := map[string]tftypes.Value{}
	for attribute, t := range typ.AttributeTypes {
		metadata[attribute] = tftypes.NewValue(t, nil)
	}
	metadata["name"] = stringValue(name)
	id := name
	if s.kind.Namespaced {
		metadata["namespace"] = stringValue(namespace)
		id = namespace + "/" + name
	}
	return map[string]tftypes.Value{
		attrID: stringValue(id), attrMetadata: tftypes.NewValue(typ, metadata), attrMode: stringValue(Operator),
	}
}

// imported reports whether a state is that of an import that Read has not completed.
func (v values) imported() bool {
	return v.attributes[attrSpec].IsNull() && v.attributes[attrManifest].IsNull()
}

// readImport completes an import: the state becomes what people configured of the live
// object, so that a configuration of just that plans no change.
//
// A moved resource begins in the same way, with the manifest that it was moved with; an object
// of it that is gone is made anew, like one that was applied.
func (r *scope) readImport(ctx context.Context, v values, origin *unstructured.Unstructured, resp *resource.ReadResponse) {
	if r.settings == nil || r.settings.Client == nil {
		resp.Diagnostics.Append(r.noCluster(r.model.subject(v))...)
		return
	}
	release, diags := r.movedRelease(ctx, v, origin)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	t := r.model.customResource(v, release)
	live, err := r.settings.Client.Get(ctx, t.resource, v.unstructured().GetNamespace(), v.unstructured().GetName())
	switch {
	case cluster.IsNotFound(err) && origin != nil:
		resp.State.RemoveResource(ctx)
		return
	case cluster.IsNotFound(err):
		resp.Diagnostics.Append(diagnostic.ImportNotFound(r.model.subject(v)))
		return
	case err != nil:
		resp.Diagnostics.Append(r.unread("import", t, err)...)
		return
	}
	configured, err := r.configured(t, live, origin)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Importing the object", err))
		return
	}
	state, err := r.adopt(v, t, live, configured)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Importing the object", err))
		return
	}
	resp.State.Raw = state
	former, err := formerManagers(t, live)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the managed fields", err))
		return
	}
	if len(former) > 0 {
		resp.Diagnostics.Append(setAdopting(ctx, resp.Private, former)...)
	}
}

// adopt is the state of an object as people configured it.
func (r *scope) adopt(v values, t target, live *unstructured.Unstructured, configured map[string]any) (tftypes.Value, error) {
	set := v.attributes
	if err := r.model.adoptObject(set, configured); err != nil {
		return tftypes.Value{}, err
	}
	set[attrAPIRelease], set[attrRendered], set[attrImages] = stringValue(t.release.Name), noneRendered, imagesValue(nil)
	adopted, err := r.model.read(r.model.value(set))
	if err != nil {
		return tftypes.Value{}, err
	}
	if err := r.model.describe(set, adopted, t.release.Name); err != nil {
		return tftypes.Value{}, err
	}
	set[attrWarnings] = r.model.importedWarnings(adopted, t.release.Name)
	if runs, known := r.model.pods(adopted, t.release.Name, nil); known {
		set[attrAccelerators] = r.model.acceleratorsValue(runs)
	}
	t.applied = adopted.unstructured()
	seen, err := t.look(live, r.settings.FieldManager)
	if err != nil {
		return tftypes.Value{}, err
	}
	r.model.observed(set, adopted, []observation{seen}, true)
	return r.model.value(set), nil
}
