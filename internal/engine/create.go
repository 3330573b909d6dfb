package engine

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/handover"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// Create implements [resource.Resource]. The state is written as soon as the cluster
// has the objects, and only then does the wait begin.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, err := r.Model.Read(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return
	}
	resp.Diagnostics.Append(model.SetIdentity(ctx, resp.Identity, plan)...)
	a := &model.ApplyRun{Scope: r.Scope, Plan: plan, Private: resp.Private, Configured: model.Children(req.Config.Raw)[model.AttrCredentials], Save: func(v tftypes.Value) { resp.State.Raw = v }}
	resp.Diagnostics.Append(run(ctx, a, model.VerbCreate)...)
}

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
	var seen []model.Observation
	for _, t := range targets {
		one, failed := applyAll(ctx, a, verb, t)
		diags.Append(failed...)
		if failed.HasError() {
			diags.Append(handover.KeepTaken(ctx, a, targets, seen)...)
			return append(diags, undo(ctx, a, verb)...)
		}
		seen = append(seen, one)
	}
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
	deadline := time.Now().Add(a.Plan.Timeout(verb))
	last, why, waited := e.WaitReady(ctx, targets, seen, a.Plan.Timeout(verb))
	diags.Append(waited...)
	a.Diagnosis = why
	if len(last) == len(targets) {
		seen = last
	}
	wait.ReadLog(ctx, a.Scope, a.Plan, seen)
	diags.Append(apply.SaveApplied(a, seen, true)...)
	unready := a.Plan.WaitsForReady() && slices.ContainsFunc(seen, func(s model.Observation) bool { return s.Judgement.Phase != observe.Ready })
	if !unready && a.Plan.WaitsForAnswer() {
		resumes, unanswered := wait.Answer(ctx, a, verb, deadline)
		diags.Append(unanswered...)
		unready = resumes
	}
	diags.Append(model.SetWaiting(ctx, a.Private, unready)...)
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
