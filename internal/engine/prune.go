package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// attrPruneForeign is the root attribute that has the fields of others removed.
const attrPruneForeign = "prune_foreign"

func pruneForeignAttribute() rschema.Attribute {
	return rschema.BoolAttribute{
		Optional: true,
		MarkdownDescription: "Remove the fields that others added by hand, those of the class `foreign` in `drift`, at the next apply. " +
			"Fields of operators, of autoscalers and those that the API server fills in are never removed. Default `false`: they are reported and left alone.",
	}
}

// pruned returns the foreign fields that the planned update removes: those that the last refresh found.
func (p *planner) pruned() []difference {
	if p.prior == nil || !p.plan.flag(attrPruneForeign) {
		return nil
	}
	return slices.DeleteFunc(p.prior.knownDrift(), func(d difference) bool {
		return d.Class != object.Foreign || p.plan.ignores(d)
	})
}

// pruneNotice tells which fields of others the planned update removes.
func (p *planner) pruneNotice() diag.Diagnostics {
	var lines []string
	for _, d := range p.pruned() {
		lines = append(lines, d.line())
	}
	if len(lines) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Prunes(p.model.subject(p.plan), lines)}
}

// pruneForeign removes the foreign fields that the plan showed and that still are as it showed them.
func (a *applyRun) pruneForeign(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	return a.amend(ctx, "remove foreign fields from", t, live, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		seen, err := t.look(live, a.settings.FieldManager)
		if err != nil {
			return nil, err
		}
		var paths []string
		for _, d := range seen.drift {
			if d.Class == object.Foreign && slices.ContainsFunc(a.planned, d.same) {
				paths = append(paths, d.Path)
			}
		}
		if len(paths) == 0 {
			return nil, nil
		}
		pruned := live.DeepCopy()
		for _, path := range object.Prune(t.node, t.applied.Object, seen.live, paths) {
			pruned.Object, _ = object.Put(pruned.Object, t.release.WirePath(path), nil).(map[string]any)
		}
		return pruned, nil
	})
}

// same reports whether two observations of a foreign field are the same.
func (d difference) same(other difference) bool {
	return d.object == other.object && d.Path == other.Path && d.Class == other.Class && d.Manager == other.Manager && d.Live == other.Live
}
