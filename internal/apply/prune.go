package apply

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// PruneNotice tells which fields of others the planned update removes.
func PruneNotice(p *model.Planner) diag.Diagnostics {
	var lines []string
	for _, d := range p.Pruned() {
		lines = append(lines, d.Line())
	}
	if len(lines) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Prunes(p.Model.Subject(p.Plan), lines)}
}

// pruneForeign removes the foreign fields that the plan showed and that still are as it showed them.
func pruneForeign(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	return amend(ctx, a, "remove foreign fields from", t, live, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		seen, err := t.Look(live, a.Settings.FieldManager)
		if err != nil {
			return nil, err
		}
		var paths []string
		for _, d := range seen.Drift {
			if d.Class == object.Foreign && slices.ContainsFunc(a.Planned, d.Same) {
				paths = append(paths, d.Path)
			}
		}
		if len(paths) == 0 {
			return nil, nil
		}
		pruned := live.DeepCopy()
		for _, path := range object.Prune(t.Node, t.Applied.Object, seen.Live, paths) {
			pruned.Object, _ = object.Put(pruned.Object, t.Release.WirePath(path), nil).(map[string]any)
		}
		return pruned, nil
	})
}
