package prepare

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/wait"
	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// Prepares reports whether a target is a Job that prepares what is applied after it, such as the download of what pods then
// serve, and is to end first. One that is suspended would not end, and who waits for nothing does not wait for it either.
func Prepares(a *model.ApplyRun, i int) bool {
	t := a.Targets[i]
	suspended, _, _ := unstructured.NestedBool(t.Applied.Object, "spec", "suspend")
	return t.Resource.GroupVersionKind == workload.Job.GroupVersionKind && i < len(a.Targets)-1 && !suspended && !a.HandsOver && a.Plan.WaitsForReady()
}

// Wait waits for the Job that was applied last, and reports whether what comes after it can be applied.
func Wait(ctx context.Context, a *model.ApplyRun, e *wait.Explainer, verb string, seen []model.Observation) (bool, diag.Diagnostics) {
	if seen[len(seen)-1].Ready() {
		return true, nil
	}
	// Who interrupts the wait gets a state that knows what there is.
	diags := apply.SaveApplied(a, seen, true)
	last, why, waited := e.WaitReady(ctx, a.Targets[:len(seen)], seen, a.Plan.Timeout(verb))
	diags.Append(waited...)
	if len(last) == len(seen) && !slices.ContainsFunc(last, model.Observation.Unready) {
		return true, diags
	}
	a.Diagnosis = why
	return false, diags
}

// Again makes a Job anew that has failed in an earlier apply: it would never end otherwise, and what it failed for may have changed
// without a change of it, such as a token.
func Again(ctx context.Context, a *model.ApplyRun, t model.Target, seen model.Observation) (model.Observation, diag.Diagnostics) {
	if seen.Judgement.Phase != observe.Failed {
		return seen, nil
	}
	diags := apply.Remove(ctx, a.Scope, t, seen.UID)
	if diags.HasError() {
		return seen, diags
	}
	live, made := apply.Make(ctx, a, t)
	diags.Append(made...)
	if diags.HasError() {
		return seen, diags
	}
	anew, err := t.Look(live, a.Settings.FieldManager)
	if err != nil {
		diags.Append(diagnostic.Fault("Comparing the live object", err))
	}
	return anew, diags
}

// Postpone ends an apply whose preparation has not ended: the next one goes on. Until then the resource has what was applied now, and
// what was applied before in the place of the rest.
func Postpone(ctx context.Context, a *model.ApplyRun, seen []model.Observation) diag.Diagnostics {
	diags := apply.SaveApplied(a, seen, true)
	has := make([]*unstructured.Unstructured, 0, len(seen)+len(a.Prior))
	for _, s := range seen {
		has = append(has, s.Applied)
	}
	for _, old := range a.Prior {
		if !slices.ContainsFunc(seen, func(s model.Observation) bool { return s.Same(old) }) {
			has = append(has, old.Applied)
		}
	}
	manifests, err := model.PrintManifests(has)
	if err != nil {
		return append(diags, diagnostic.Fault("Printing a manifest", err))
	}
	diags.Append(apply.Keep(ctx, a)...)
	diags.Append(model.SetAppliedManifests(ctx, a.Private, manifests)...)
	diags.Append(model.SetWaiting(ctx, a.Private, true)...)
	apply.Complete(ctx, a)
	return diags
}
