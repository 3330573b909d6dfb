package engine

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/handover"
	"github.com/inferops/terraform-provider-inference/internal/stage/prepare"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// run leads from the plan to the state for both verbs.
func run(ctx context.Context, a *model.ApplyRun, verb string) diag.Diagnostics {
	targets, diags := resolve(ctx, a)
	if diags.HasError() {
		return diags
	}
	a.Targets = targets
	if a.Settings != nil {
		a.Mark = a.Creation()
		if a.HandsOver && a.PriorUID != "" {
			a.Mark = a.Mark.HandOver(a.PriorUID)
		}
	}
	if diags.Append(credentials.WriteSecrets(ctx, a)...); diags.HasError() {
		return append(diags, undo(ctx, a, verb)...)
	}
	if a.HandsOver {
		if diags.Append(handover.HandOver(ctx, a, targets)...); diags.HasError() {
			return diags
		}
	}
	e := wait.Explain(a.Scope, a.Plan, nil)
	e.Creates = verb == model.VerbCreate
	defer e.Stop()
	if a.PriorUID != "" && !a.KeepsPods {
		e.Expect(ctx, a.PriorUID)
	}
	seen, spent, brought := bringAll(ctx, a, e, verb)
	diags.Append(brought...)
	if len(seen) < len(targets) {
		return diags
	}
	return append(diags, applied(ctx, a, e, verb, spent, seen)...)
}

// bringAll brings the targets to the cluster, one after the other, and says for how long it has waited for what prepares others.
// It returns fewer than there are where the apply is over.
func bringAll(ctx context.Context, a *model.ApplyRun, e *wait.Explainer, verb string) (seen []model.Observation, spent time.Duration, diags diag.Diagnostics) {
	for i, t := range a.Targets {
		one, failed := applyAll(ctx, a, verb, t)
		prepares := prepare.Prepares(a, i)
		if prepares && !failed.HasError() {
			one, failed = prepare.Again(ctx, a, t, one)
		}
		diags.Append(failed...)
		if failed.HasError() {
			diags.Append(handover.KeepTaken(ctx, a, a.Targets, seen)...)
			return nil, 0, append(diags, undo(ctx, a, verb)...)
		}
		if seen = append(seen, one); !prepares {
			continue
		}
		begun := time.Now()
		ready, waited := prepare.Wait(ctx, a, e, verb, seen)
		diags.Append(waited...)
		if !ready {
			return nil, 0, append(diags, prepare.Postpone(ctx, a, seen)...)
		}
		spent += time.Since(begun)
	}
	return seen, spent, diags
}

// applied leads from the objects that the cluster has to the state of what serves.
func applied(ctx context.Context, a *model.ApplyRun, e *wait.Explainer, verb string, spent time.Duration, seen []model.Observation) diag.Diagnostics {
	var diags diag.Diagnostics
	targets := a.Targets
	expectFurther(a, e, seen)
	diags.Append(apply.SaveApplied(a, seen, true)...)
	diags.Append(apply.Keep(ctx, a)...)
	defer apply.Complete(ctx, a)
	if len(a.Adopting) > 0 {
		diags.Append(apply.SetAdopting(ctx, a.Private, nil)...)
	}
	if a.Plan.Text(model.AttrMode) == model.Direct {
		diags.Append(model.SetAppliedManifests(ctx, a.Private, a.Plan.Rendered())...)
	}
	switch {
	case !a.HandsOver:
		diags.Append(prune(ctx, a, targets)...)
	case a.Plan.Text(model.AttrMode) != model.Direct:
		diags.Append(handover.LetGo(ctx, a, targets)...)
	}
	diags.Append(credentials.PruneSecrets(ctx, a)...)
	if diags.HasError() {
		return diags
	}
	timeout := max(a.Plan.Timeout(verb)-spent.Truncate(time.Second), time.Second)
	deadline := time.Now().Add(timeout)
	last, why, waited := e.WaitReady(ctx, targets, seen, timeout)
	diags.Append(waited...)
	a.Diagnosis = why
	if len(last) == len(targets) {
		seen = last
	}
	wait.ReadLog(ctx, a.Scope, a.Plan, seen)
	diags.Append(apply.SaveApplied(a, seen, true)...)
	late := a.Plan.WaitsForReady() && slices.ContainsFunc(seen, model.Observation.Unready)
	if !late && a.Plan.WaitsForAnswer() {
		resumes, unanswered := wait.Answer(ctx, a, verb, deadline)
		diags.Append(unanswered...)
		late = resumes
	}
	diags.Append(model.SetWaiting(ctx, a.Private, late)...)
	return diags
}

// expectFurther is about what only the apply has told: what it has created has no status from before, and what was there
// already may have one that does not speak of the latest change yet.
func expectFurther(a *model.ApplyRun, e *wait.Explainer, seen []model.Observation) {
	switch {
	case len(a.Created) > 0:
		e.Change = tree.Change{}
	case len(seen) > 0 && !e.Change.Awaited && (a.Waiting || a.PriorUID == ""):
		e.ExpectUnseen(seen[0].Changed)
	}
	for i, s := range seen {
		seen[i] = e.Unawaited(s)
	}
}

// applyAll brings one target to the cluster and looks at the outcome.
func applyAll(ctx context.Context, a *model.ApplyRun, verb string, t model.Target) (model.Observation, diag.Diagnostics) {
	live, diags := bring(ctx, a, verb, t)
	if diags.HasError() {
		return model.Observation{}, diags
	}
	seen, err := t.Look(live, a.Settings.FieldManager)
	if err != nil {
		diags.Append(diagnostic.Fault("Comparing the live object", err))
	}
	return seen, diags
}

func bring(ctx context.Context, a *model.ApplyRun, verb string, t model.Target) (*unstructured.Unstructured, diag.Diagnostics) {
	if verb == model.VerbCreate {
		return apply.Make(ctx, a, t)
	}
	return apply.Change(ctx, a, t)
}

// prune deletes what an update no longer applies.
func prune(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, old := range slices.Backward(a.Prior) {
		if slices.ContainsFunc(targets, func(t model.Target) bool { return t.ID() == old.ID() }) {
			continue
		}
		if a.Plan.Text(model.AttrMode) == model.Direct {
			diags.Append(apply.RemoveOwn(ctx, a.Scope, old, a.Held)...)
			continue
		}
		diags.Append(apply.Remove(ctx, a.Scope, old, a.Held[old.ID()])...)
	}
	return diags
}
