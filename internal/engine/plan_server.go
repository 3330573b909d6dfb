package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// dryRunTimeout bounds the requests of one resource's check at plan.
const dryRunTimeout = time.Minute

// dryRunOfPlan is the apply of a plan as a dry run.
type dryRunOfPlan struct {
	*applyRun
	planner *planner
	// again is true for the second half of a replacement, whose first half has not happened.
	again bool
	// skipped says what was not checked and why.
	skipped []string
	// changes are what admission makes of the objects.
	changes []string
	diags   diag.Diagnostics
}

// dryRun asks the API server what it will say to the objects of the plan.
func (p *planner) dryRun(ctx context.Context, private PrivateState) diag.Diagnostics {
	subject := p.model.subject(p.plan)
	if p.mode == Direct && len(p.manifests) == 0 {
		return nil
	}
	if p.settings.Client == nil {
		why := p.unavailable().Error()
		if p.settings.Unknown {
			why = "the connection of the provider block is not known yet"
		}
		return diag.Diagnostics{diagnostic.NotChecked(subject, []string{"the dry run: " + why})}
	}
	ctx, cancel := context.WithTimeout(ctx, dryRunTimeout)
	defer cancel()
	ctx, warnings := cluster.WithWarnings(ctx)
	r := &dryRunOfPlan{
		applyRun: &applyRun{scope: p.scope, plan: p.plan, private: private, handsOver: p.handsOver(), adopting: p.adopting},
		planner:  p, again: p.prior == nil && wasThere(ctx, private),
	}
	if p.prior != nil {
		prior, damage := p.model.targets(*p.prior, appliedManifests(ctx, private))
		if damage != nil {
			return diag.Diagnostics{p.damaged(*p.prior, damage)}
		}
		r.prior, r.planned = prior, p.plan.restored(*p.prior)
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
func (r *dryRunOfPlan) targets(ctx context.Context) []target {
	if r.planner.mode == Direct {
		targets, err := r.model.workloads(r.planner.manifests)
		if err != nil {
			r.diags.Append(diagnostic.Fault("Reading a manifest", err))
		}
		return r.plan.ignoring(targets)
	}
	var known []object.Release
	if len(r.prior) > 0 && !r.handsOver {
		known = append(known, r.prior[0].release)
	}
	release, err := r.askRelease(ctx, known...)
	if err != nil {
		why := err.Error()
		if cluster.IsForbidden(err) {
			why += "; allow the provider to get customresourcedefinitions, or pin the release with `api_releases`"
		}
		r.skipped = append(r.skipped, "the dry run: "+why)
		return nil
	}
	release = r.stay(release)
	found := findings{errs: r.model.checkRelease(r.plan, r.model.candidates(release.Name))}
	if r.planner.release == "" {
		found.errs = append(found.errs, r.model.checkRules(r.plan, Operator, release.Name).errs...)
	}
	if len(found.errs) == 0 {
		found = r.checkReferences(ctx, release.Name)
	}
	r.diags.Append(r.model.diagnose(found, r.plan)...)
	if len(found.errs) > 0 {
		return nil
	}
	return r.plan.ignoring([]target{r.model.customResource(r.plan, release)})
}

// errStanding is about an object in the place of the one that is to be made.
var errStanding = errors.New("the object in its place goes first")

// ask sends one target as a dry run.
func (r *dryRunOfPlan) ask(ctx context.Context, t target) {
	answer, live, err := r.send(ctx, t)
	var exists *cluster.ExistsError
	switch {
	case errors.As(err, &exists):
		r.diags.Append(r.taken(t, exists.Live)...)
	case errors.Is(err, errStanding):
	case err != nil:
		r.refused(ctx, t, err)
	default:
		r.compare(t, answer, live)
	}
}

// send sends a target as the apply would; live is nil when it makes the object.
func (r *dryRunOfPlan) send(ctx context.Context, t target) (answer, live *unstructured.Unstructured, err error) {
	options := r.options(r.plan)
	options.DryRun = true
	live, err = r.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
	if cluster.IsNotFound(err) {
		answer, err = r.settings.Client.Create(ctx, t.resource, t.wire(), options)
		return answer, nil, err
	}
	if err != nil {
		return nil, nil, err
	}
	if live.GetDeletionTimestamp() != nil || r.again {
		return nil, live, errStanding
	}
	if r.planner.prior == nil && !r.interrupted(live) {
		return nil, live, &cluster.ExistsError{Live: live, Err: errStanding}
	}
	// What others hold of these passes to us by patches that have no dryRunOfPlan.
	options.Force = options.Force || r.handsOver || r.adopts(t, live)
	seen, err := t.look(live, r.settings.FieldManager)
	if err != nil {
		return nil, live, err
	}
	answer, err = r.applyTo(ctx, seen, r.before(t), options, r.planned)
	return answer, live, err
}

// taken reports an object of somebody else in the place of the one that is to be made.
func (r *dryRunOfPlan) taken(t target, live *unstructured.Unstructured) diag.Diagnostics {
	return r.inTheWay(r.plan, t, live)
}

// refused tells a refusal from a question that could not be asked. What the installed
// definition has against the object is told either way, as a warning where the API server has not judged.
func (r *dryRunOfPlan) refused(ctx context.Context, t target, err error) {
	_, denied := cluster.Denied(err)
	switch {
	case cluster.IsNamespaceMissing(err):
		r.skip(ctx, t, fmt.Sprintf("its namespace %q does not exist yet", t.applied.GetNamespace()))
	case cluster.IsTypeMissing(err):
		r.skip(ctx, t, fmt.Sprintf("the cluster does not serve its kind in %s yet", t.resource.GroupVersion()))
	case cluster.IsForbidden(err) && !denied || cluster.IsUnauthorized(err) || cluster.IsUnreachable(err):
		r.skip(ctx, t, unasked(err))
	default:
		told := r.differences(ctx, t)
		for _, d := range told {
			r.diags.Append(diagnostic.Skewed(true, d.at, t.subject(), d.field, d.definition, d.why))
		}
		causes := cluster.Causes(err)
		if len(causes) == 0 || len(told) == 0 {
			r.diags.Append(r.scope.failed("apply", t, err)...)
			return
		}
		causes = slices.DeleteFunc(causes, func(c cluster.Cause) bool {
			at := r.attributeOf(t, c.Field)
			return slices.ContainsFunc(told, func(d skew) bool { return d.at.Equal(at) })
		})
		r.diags.Append(r.rejected(t, causes)...)
	}
}

func (r *dryRunOfPlan) skip(ctx context.Context, t target, why string) {
	r.skipped = append(r.skipped, "the dry run of "+t.subject()+": "+why)
	for _, d := range r.differences(ctx, t) {
		r.diags.Append(diagnostic.Skewed(false, d.at, t.subject(), d.field, d.definition, d.why))
	}
}
