package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// dryRun asks the API server, without any effect, whether it will take what direct mode makes and what it makes of
// the workloads that it takes over: once the custom resource is gone there is no way back. What is blocked goes first.
func (a *applyRun) dryRun(ctx context.Context, targets []target, blocked []existing) diag.Diagnostics {
	options := a.creating(cluster.ApplyOptions{DryRun: true, Force: true})
	for _, t := range targets {
		if slices.ContainsFunc(blocked, func(b existing) bool { return b.same(t) }) {
			continue
		}
		_, err := a.settings.Client.Create(ctx, t.resource, t.wire(), options)
		exists, found := errors.AsType[*cluster.ExistsError](err)
		switch {
		case found && a.assumed[t.id()]:
			_, err = a.settings.Client.Apply(ctx, t.resource, t.wire(), options)
		case found && a.interrupted(exists.Live):
			continue
		case found:
			return a.inTheWay(a.plan, t, exists.Live)
		}
		if err != nil && !cluster.IsDryRunUnsupported(err) {
			return a.failed("take over", t, err)
		}
	}
	return nil
}

// keepTaken writes the state of a hand-over that failed after the custom resource had gone: it has what there is
// of direct mode, so that the next apply goes on and a destruction leaves nothing.
func (a *applyRun) keepTaken(ctx context.Context, targets []target, seen []observation) diag.Diagnostics {
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
