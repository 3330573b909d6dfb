package handover

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// dryRun asks the API server, without any effect, whether it will take what direct mode makes and what it makes of
// the workloads that it takes over: once the custom resource is gone there is no way back. What is blocked goes first.
func dryRun(ctx context.Context, a *model.ApplyRun, targets []model.Target, blocked []existing) diag.Diagnostics {
	options := apply.Creating(a, cluster.ApplyOptions{DryRun: true, Force: true})
	for _, t := range targets {
		if slices.ContainsFunc(blocked, func(b existing) bool { return b.Same(t) }) {
			continue
		}
		_, err := a.Settings.Client.Create(ctx, t.Resource, t.Wire(), options)
		exists, found := errors.AsType[*cluster.ExistsError](err)
		switch {
		case found && a.Assumed[t.ID()]:
			_, err = a.Settings.Client.Apply(ctx, t.Resource, t.Wire(), options)
		case found && a.Interrupted(exists.Live):
			continue
		case found:
			return a.InTheWay(a.Plan, t, exists.Live)
		}
		if err != nil && !cluster.IsDryRunUnsupported(err) {
			return a.Failed("take over", t, err)
		}
	}
	return nil
}

// KeepTaken writes the state of a hand-over that failed after the custom resource had gone: it has what there is
// of direct mode, so that the next apply goes on and a destruction leaves nothing.
func KeepTaken(ctx context.Context, a *model.ApplyRun, targets []model.Target, seen []model.Observation) diag.Diagnostics {
	if !a.HandsOver || a.Plan.Text(model.AttrMode) != model.Direct {
		return nil
	}
	for _, t := range targets[len(seen):] {
		live, err := a.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
		if err != nil || !a.Assumed[t.ID()] {
			continue // the next apply looks again
		}
		one, err := t.Look(live, a.Settings.FieldManager)
		if err != nil {
			return diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
		}
		seen, a.Held = append(seen, one), a.Held.With(t, live)
	}
	return append(apply.SaveApplied(a, seen, false), apply.Keep(ctx, a)...)
}
