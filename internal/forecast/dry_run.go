package forecast

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// dryRunTimeout bounds the requests of one resource's check at plan.
const dryRunTimeout = time.Minute

// dryRun asks the API server what it will say to the objects of the plan.
func dryRun(ctx context.Context, p *model.Planner, private model.PrivateState) diag.Diagnostics {
	subject := p.Model.Subject(p.Plan)
	if p.Mode == model.Direct && len(p.Manifests) == 0 {
		return nil
	}
	if p.Settings.Client == nil {
		why := p.Unavailable().Error()
		if p.Settings.Unknown {
			why = "the connection of the provider block is not known yet"
		}
		return diag.Diagnostics{diagnostic.NotChecked(subject, []string{"the dry run: " + why})}
	}
	ctx, cancel := context.WithTimeout(ctx, dryRunTimeout)
	defer cancel()
	ctx, warnings := cluster.WithWarnings(ctx)
	r := &dryRunOfPlan{
		ApplyRun: &model.ApplyRun{Scope: p.Scope, Plan: p.Plan, Private: private, HandsOver: p.HandsOver(), Adopting: p.Adopting},
		planner:  p, again: p.Prior == nil && wasThere(ctx, private),
	}
	if p.Prior != nil {
		prior, damage := p.Model.Targets(*p.Prior, model.AppliedManifests(ctx, private))
		if damage != nil {
			return diag.Diagnostics{p.Damaged(*p.Prior, damage)}
		}
		r.Prior, r.Planned = prior, p.Plan.Restored(*p.Prior)
	}
	for _, t := range r.targets(ctx) {
		r.ask(ctx, t)
	}
	if len(r.skipped) > 0 {
		r.diags.Append(diagnostic.NotChecked(subject, r.skipped))
	}
	if len(r.changes) > 0 {
		r.diags.Append(diagnostic.AdmissionChanges(subject, r.changes))
	}
	if texts := warnings.All(); len(texts) > 0 && !r.diags.HasError() {
		r.diags.Append(diagnostic.ServerWarns(subject, texts))
	}
	return r.diags
}

// targets are what the apply would send, as far as the cluster lets that be known.
func (r *dryRunOfPlan) targets(ctx context.Context) []model.Target {
	if r.planner.Mode == model.Direct {
		targets, err := r.Model.Workloads(r.planner.Manifests)
		if err != nil {
			r.diags.Append(diagnostic.Fault("Reading a manifest", err))
		}
		return r.Plan.Ignoring(targets)
	}
	var known []object.Release
	if len(r.Prior) > 0 && !r.HandsOver {
		known = append(known, r.Prior[0].Release)
	}
	release, err := r.AskRelease(ctx, known...)
	if err != nil {
		why := err.Error()
		if cluster.IsForbidden(err) {
			why += "; allow the provider to get customresourcedefinitions, or pin the release with `api_releases`"
		}
		r.skipped = append(r.skipped, "the dry run: "+why)
		return nil
	}
	release = r.Stay(release)
	found := model.Findings{Errs: r.Model.CheckRelease(r.Plan, r.Model.Candidates(release.Name))}
	if r.planner.Release == "" {
		found.Errs = append(found.Errs, r.Model.CheckRules(r.Plan, model.Operator, release.Name).Errs...)
	}
	if len(found.Errs) == 0 {
		found = r.checkReferences(ctx, release.Name)
	}
	r.diags.Append(r.Model.Diagnose(found, r.Plan)...)
	if len(found.Errs) > 0 {
		return nil
	}
	return r.Plan.Ignoring([]model.Target{r.Model.CustomResource(r.Plan, release)})
}

// errExisting is about an object in the place of the one that is to be made.
var errExisting = errors.New("the object in its place goes first")

// ask sends one target as a dry run.
func (r *dryRunOfPlan) ask(ctx context.Context, t model.Target) {
	answer, live, err := r.send(ctx, t)
	var exists *cluster.ExistsError
	switch {
	case errors.As(err, &exists):
		r.diags.Append(r.taken(t, exists.Live)...)
	case errors.Is(err, errExisting):
	case err != nil:
		r.refused(ctx, t, err)
	default:
		r.compare(t, answer, live)
	}
}

// send sends a target as the apply would; live is nil when it makes the object.
func (r *dryRunOfPlan) send(ctx context.Context, t model.Target) (answer, live *unstructured.Unstructured, err error) {
	options := apply.Options(r.Scope, r.Plan)
	options.DryRun = true
	live, err = r.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
	if cluster.IsNotFound(err) {
		answer, err = r.Settings.Client.Create(ctx, t.Resource, t.Wire(), options)
		return answer, nil, err
	}
	if err != nil {
		return nil, nil, err
	}
	if live.GetDeletionTimestamp() != nil || r.again {
		return nil, live, errExisting
	}
	if r.planner.Prior == nil && !r.Interrupted(live) {
		return nil, live, &cluster.ExistsError{Live: live, Err: errExisting}
	}
	// What others hold of these passes to us by patches that have no dry run.
	options.Force = options.Force || r.HandsOver || apply.Adopts(r.ApplyRun, t, live)
	seen, err := t.Look(live, r.Settings.FieldManager)
	if err != nil {
		return nil, live, err
	}
	answer, err = apply.To(ctx, r.Scope, seen, apply.Before(r.ApplyRun, t), options, r.Planned)
	return answer, live, err
}

// taken reports an object of somebody else in the place of the one that is to be made.
func (r *dryRunOfPlan) taken(t model.Target, live *unstructured.Unstructured) diag.Diagnostics {
	return r.InTheWay(r.Plan, t, live)
}

// refused tells a refusal from a question that could not be asked. What the installed
// definition has against the object is told either way, as a warning where the API server has not judged.
func (r *dryRunOfPlan) refused(ctx context.Context, t model.Target, err error) {
	_, denied := cluster.Denied(err)
	switch {
	case cluster.IsNamespaceMissing(err):
		r.skip(ctx, t, fmt.Sprintf("its namespace %q does not exist yet", t.Applied.GetNamespace()))
	case cluster.IsTypeMissing(err):
		r.skip(ctx, t, fmt.Sprintf("the cluster does not serve its kind in %s yet", t.Resource.GroupVersion()))
	case cluster.IsForbidden(err) && !denied || cluster.IsUnauthorized(err) || cluster.IsUnreachable(err):
		r.skip(ctx, t, wait.Unasked(err))
	default:
		told := r.differences(ctx, t)
		for _, d := range told {
			r.diags.Append(diagnostic.Skewed(true, d.at, t.Subject(), d.field, d.definition, d.why))
		}
		causes := cluster.Causes(err)
		if len(causes) == 0 || len(told) == 0 {
			r.diags.Append(r.Scope.Failed("apply", t, err)...)
			return
		}
		causes = slices.DeleteFunc(causes, func(c cluster.Cause) bool {
			at := r.AttributeOf(t, c.Field)
			return slices.ContainsFunc(told, func(d skew) bool { return d.at.Equal(at) })
		})
		r.diags.Append(r.Rejected(t, causes)...)
	}
}

func (r *dryRunOfPlan) skip(ctx context.Context, t model.Target, why string) {
	r.skipped = append(r.skipped, "the dry run of "+t.Subject()+": "+why)
	for _, d := range r.differences(ctx, t) {
		r.diags.Append(diagnostic.Skewed(false, d.at, t.Subject(), d.field, d.definition, d.why))
	}
}
