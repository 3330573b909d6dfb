package surface

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// readKept reads an object of a kind without a custom resource: its spec from the rendered object that keeps it, and the rest from
// all that is rendered of it.
func readKept(ctx context.Context, r *model.Scope, v model.Values, typ tftypes.Type) (tftypes.Value, diag.Diagnostics) {
	keeper, _, spec, diags := engine.Keeper(ctx, r, v)
	if diags.HasError() {
		return tftypes.Value{}, diags
	}
	v.Object["spec"] = spec
	out, errs := r.Model.Render(v, nil)
	if len(errs) > 0 { // an earlier release of the provider has rendered what this one refuses
		return tftypes.Value{}, refuseAll(r.Model, v, errs)
	}
	live, ready, diags := lookAt(ctx, r, out.Objects, keeper)
	if diags.HasError() {
		return tftypes.Value{}, diags
	}
	table := v.Unstructured()
	table.SetLabels(keeper.GetLabels())
	table.SetAnnotations(keeper.GetAnnotations())
	text, err := json.Marshal(spec)
	if err != nil {
		return tftypes.Value{}, diag.Diagnostics{diagnostic.Fault("Printing the spec", err)}
	}
	manifest, err := object.Line(model.Defined(table))
	if err != nil {
		return tftypes.Value{}, diag.Diagnostics{diagnostic.Fault("Printing the manifest", err)}
	}
	set := map[string]tftypes.Value{
		model.AttrID: model.StringValue(model.IdOf(table)), model.AttrMetadata: metadataValue(typ, table),
		"spec_json": model.StringValue(string(text)), model.AttrManifest: model.StringValue(manifest),
		model.AttrReady: model.BoolValue(ready),
	}
	model.ShowServing(set, out.Output)
	if status, ok := r.Model.Root.JSONField("status"); ok {
		if set["status"], err = object.Decode(status.Node, r.Model.Kind.Kept.Status(live), field.NewPath("status")); err != nil {
			return tftypes.Value{}, diag.Diagnostics{diagnostic.Fault("Reading the live objects", err)}
		}
	}
	return tftypes.NewValue(typ, set), nil
}

// lookAt reads what is rendered, and reports whether all of it is ready. What is not there is not ready. Jobs are left out:
// their names follow from what they run, which another release of the provider may say otherwise.
func lookAt(ctx context.Context, r *model.Scope, rendered []*unstructured.Unstructured, keeper *unstructured.Unstructured) ([]*unstructured.Unstructured, bool, diag.Diagnostics) {
	rendered = slices.DeleteFunc(slices.Clone(rendered), func(o *unstructured.Unstructured) bool {
		return o.GroupVersionKind() == workload.Job.GroupVersionKind
	})
	ready := true
	var found []*unstructured.Unstructured
	for _, o := range rendered {
		t, err := r.Model.Workload(o)
		if err != nil {
			return nil, false, diag.Diagnostics{diagnostic.Fault("Reading a workload", err)}
		}
		live := keeper
		if o.GetKind() != keeper.GetKind() || o.GetName() != keeper.GetName() {
			live, err = r.Settings.Client.Get(ctx, t.Resource, o.GetNamespace(), o.GetName())
		}
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			ready = false
			continue
		case err != nil:
			return nil, false, r.Unread("read", t, err)
		}
		found = append(found, live)
		ready = ready && t.Judge(live).Phase == observe.Ready
	}
	return found, ready, nil
}
