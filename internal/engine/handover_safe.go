package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// rehearse asks the API server, without any effect, whether it will take what direct mode makes of the
// workloads: once the custom resource is gone there is no way back.
func (a *applying) rehearse(ctx context.Context, chain []standing, targets []target) diag.Diagnostics {
	options := a.creating(cluster.ApplyOptions{DryRun: true, Force: true})
	for _, t := range targets {
		live, err := a.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		switch {
		case cluster.IsNotFound(err):
			_, err = a.settings.Client.Create(ctx, t.resource, t.wire(), options)
		case err != nil:
			return a.failed("read", t, err)
		case !ownedByAny(live, chain) && !a.interrupted(live):
			return a.inTheWay(a.plan, t, live)
		case t.keeps(live):
			_, err = a.settings.Client.Apply(ctx, t.resource, t.wire(), options)
		}
		if err != nil {
			return a.failed("take over", t, err)
		}
	}
	return nil
}

// keepTaken writes the state of a hand-over that failed after the custom resource had gone: it has what there is
// of direct mode, so that the next apply goes on and a destruction leaves nothing.
func (a *applying) keepTaken(ctx context.Context, targets []target, seen []sighting) diag.Diagnostics {
	if !a.handsOver || a.plan.text(attrMode) != Direct {
		return nil
	}
	for _, t := range targets[len(seen):] {
		live, err := a.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		if err != nil || !a.assumed[t.id()] {
			continue // the next apply looks again
		}
		one, err := t.look(live, a.settings.FieldManager)
		if err != nil {
			return diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
		}
		seen, a.held = append(seen, one), a.held.with(t, live)
	}
	return append(a.saveApplied(seen, false), a.keep(ctx)...)
}
