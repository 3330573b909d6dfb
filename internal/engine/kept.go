package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/forecast"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/stage/warnings"
)

// Keeper returns the live object that keeps the spec of a kind without a custom resource, its target, and the spec.
func Keeper(ctx context.Context, r *model.Scope, v model.Values) (*unstructured.Unstructured, model.Target, map[string]any, diag.Diagnostics) {
	if r.Settings == nil || r.Settings.Client == nil {
		return nil, model.Target{}, nil, r.NoCluster(r.Model.Subject(v))
	}
	kept := r.Model.Kind.Kept
	at := &unstructured.Unstructured{}
	at.SetGroupVersionKind(kept.In)
	at.SetNamespace(v.Unstructured().GetNamespace())
	at.SetName(v.Unstructured().GetName())
	t, err := r.Model.Workload(at)
	if err != nil {
		return nil, t, nil, diag.Diagnostics{diagnostic.Fault("Reading the live object", err)}
	}
	live, err := r.Settings.Client.Get(ctx, t.Resource, at.GetNamespace(), at.GetName())
	switch {
	case cluster.IsNotFound(err):
		return nil, t, nil, diag.Diagnostics{diagnostic.ReadNotFound(r.Model.Subject(v))}
	case err != nil:
		return nil, t, nil, r.Unread("read", t, err)
	}
	spec, ok := kept.Spec(live)
	if !ok {
		return nil, t, nil, diag.Diagnostics{diagnostic.ReadOfOthers(r.Model.Subject(v), t.Subject())}
	}
	return live, t, spec, nil
}

// readKept completes the import of a kind without a custom resource as far as its objects do not tell. What of them is live is for
// Read to see, as ever.
func readKept(ctx context.Context, r *model.Scope, v model.Values, resp *resource.ReadResponse) model.Values {
	keeper, t, spec, diags := Keeper(ctx, r, v)
	if !diags.HasError() {
		var adopted diag.Diagnostics
		v, adopted = AdoptKept(r, v, t, keeper, spec)
		diags.Append(adopted...)
	}
	resp.Diagnostics.Append(diags...)
	return v
}

// AdoptKept is the state of an object whose spec a live object keeps: the configuration, and what is rendered of it.
func AdoptKept(r *model.Scope, v model.Values, t model.Target, keeper *unstructured.Unstructured, spec map[string]any) (model.Values, diag.Diagnostics) {
	metadata, err := keptMetadata(r, t, keeper)
	if err == nil {
		err = adoptObject(r.Model, v.Attributes, map[string]any{"spec": spec, "metadata": metadata})
	}
	if err == nil {
		v, err = r.Model.Read(r.Model.Value(v.Attributes))
	}
	if err != nil {
		return v, diag.Diagnostics{diagnostic.Fault("Importing the object", err)}
	}
	out, errs := r.Model.Render(v, nil)
	if len(errs) > 0 { // an earlier release of the provider has rendered what this one refuses
		return v, diag.Diagnostics{diagnostic.NotImportable(r.Model.Subject(v), "this release of the provider refuses its spec ("+errs.ToAggregate().Error()+")")}
	}
	if err := restore(r.Model, v, out); err != nil {
		return v, diag.Diagnostics{diagnostic.Fault("Importing the object", err)}
	}
	return v, nil
}

// restore sets what follows from the configuration, as the apply that nobody knows of any more has done.
func restore(s *model.ResourceModel, v model.Values, out model.Rendering) error {
	set := v.Attributes
	manifests, err := model.PrintManifests(out.Objects)
	if err != nil {
		return err
	}
	if set[model.AttrRendered], err = model.RenderedValue(manifests); err != nil {
		return err
	}
	if err := s.Describe(set, v, ""); err != nil {
		return err
	}
	model.ShowServing(set, out.Output)
	set[model.AttrImages] = model.ImagesValue(out.Images)
	set[model.AttrWarnings] = warnings.ImportedWarnings(s, v, "", out.Warnings)
	runs, err := podset.Of(out.Objects)
	if err == nil {
		set[model.AttrAccelerators] = forecast.AcceleratorsValue(s, runs)
	}
	return err
}

// keptMetadata are the labels that the resource has given to its objects: those of the keeper that the provider has applied, and
// that do not mark what is rendered.
func keptMetadata(r *model.Scope, t model.Target, keeper *unstructured.Unstructured) (map[string]any, error) {
	tree, err := Configured(r, t, keeper, nil)
	if err != nil {
		return nil, err
	}
	labels := (&unstructured.Unstructured{Object: tree}).GetLabels()
	for key := range r.Model.Kind.Kept.Marks(keeper) {
		delete(labels, key)
	}
	out := map[string]any{}
	for key, value := range labels {
		out[key] = value
	}
	return map[string]any{"labels": out}, nil
}
