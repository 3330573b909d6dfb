package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// establishTimeout bounds how long an apply waits for an API that the cluster does not
// serve yet: its definitions may be installed by the same apply.
const establishTimeout = 2 * time.Minute

// make creates a target, or goes on with a creation of it that was interrupted. It never takes
// over what others made, nor what another resource or state has.
func (a *applyRun) make(ctx context.Context, t target) (*unstructured.Unstructured, diag.Diagnostics) {
	live, err := a.settings.Client.Create(ctx, t.resource, t.wire(), a.creating(a.options(a.plan)))
	var exists *cluster.ExistsError
	if !errors.As(err, &exists) {
		return a.made(ctx, t, live), a.failed("create", t, err)
	}
	if exists.Live.GetDeletionTimestamp() != nil {
		return a.makeAfter(ctx, t, exists.Live)
	}
	resumed, diags := a.resume(ctx, t, exists.Live)
	switch {
	case diags.HasError():
		return nil, diags
	case resumed == nil:
		return nil, a.inTheWay(a.plan, t, exists.Live)
	}
	return a.applyOver(ctx, t, nil, resumed, a.optionsFor(resumed, a.options(a.plan)), nil)
}

// makeAfter creates a target once the object in its place, which is being deleted, is gone.
func (a *applyRun) makeAfter(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, a.plan.timeout("delete"))
	defer cancel()
	err := a.settings.Client.WaitGone(limited, t.resource, live.GetNamespace(), live.GetName(), live.GetUID())
	if err != nil {
		blocked, _ := errors.AsType[*cluster.NotGoneError](err)
		return nil, diag.Diagnostics{diagnostic.NotGone(t.subject(), err.Error(), a.holders(blocked), time.Since(start))}
	}
	created, err := a.settings.Client.Create(ctx, t.resource, t.wire(), a.creating(a.options(a.plan)))
	return a.made(ctx, t, created), a.failed("create", t, err)
}

// change applies a target that exists, or makes it if it does not.
func (a *applyRun) change(ctx context.Context, t target) (*unstructured.Unstructured, diag.Diagnostics) {
	live, err := a.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
	if cluster.IsNotFound(err) {
		return a.make(ctx, t)
	}
	if err != nil {
		return nil, a.failed("read", t, err)
	}
	if live.GetDeletionTimestamp() != nil {
		return a.makeAfter(ctx, t, live)
	}
	live, diags := a.own(ctx, t, live)
	if diags.HasError() {
		return nil, diags
	}
	options := a.optionsFor(live, a.options(a.plan))
	options.Force = options.Force || a.assumed[t.id()]
	before := a.before(t)
	if a.adopts(t, live) {
		var diags diag.Diagnostics
		if live, diags = a.takeClaims(ctx, t, before, live, a.plan.flag(attrForceConflicts)); diags.HasError() {
			return nil, diags
		}
	}
	if before != nil {
		// The plan does not show the drift that was ignored until now.
		t.ignored = slices.Concat(t.ignored, before.ignored)
	}
	applied, diags := a.applyOver(ctx, t, before, live, options, a.planned)
	if diags.HasError() || !a.plan.flag(attrPruneForeign) {
		return applied, diags
	}
	return a.pruneForeign(ctx, t, applied)
}

// before is a target as it was last applied, nil when it was not.
func (a *applyRun) before(t target) *target {
	i := slices.IndexFunc(a.prior, t.same)
	if i < 0 {
		return nil
	}
	return &a.prior[i]
}

// applyOver applies a target to its live object. Drift that is left alone stays, such as
// a number of replicas that an autoscaler has taken over.
func (a *applyRun) applyOver(
	ctx context.Context, t target, before *target, live *unstructured.Unstructured, options cluster.ApplyOptions, planned []difference,
) (*unstructured.Unstructured, diag.Diagnostics) {
	seen, err := t.look(live, a.settings.FieldManager)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
	}
	applied, err := a.applyTo(ctx, seen, before, options, planned)
	return applied, a.failed("apply", t, err)
}

// applyTo sends a target to its live object, by force where that restores what the plan showed as drift.
func (r *scope) applyTo(ctx context.Context, seen observation, before *target, options cluster.ApplyOptions, planned []difference) (*unstructured.Unstructured, error) {
	wire := seen.leave(before).wire()
	applied, err := r.settings.Client.Apply(ctx, seen.resource, wire, options)
	if conflicts := cluster.Conflicts(err); retakes(seen.target, conflicts, planned) || seen.rescales(conflicts) || seen.retakesScale(conflicts) {
		options.Force = true
		return r.settings.Client.Apply(ctx, seen.resource, wire, options)
	}
	return applied, err
}

// retakes reports whether every conflict is about a field that somebody edited behind
// Terraform's back and that the plan showed as drift: whoever approved the plan approved
// taking it back. A manager that applies is at work all the time, so its fields are taken
// over only by force_conflicts.
func retakes(t target, conflicts []cluster.Conflict, planned []difference) bool {
	if len(conflicts) == 0 {
		return false
	}
	for _, c := range conflicts {
		at := t.path(c.Field)
		if c.Operation != "Update" || !slices.ContainsFunc(planned, func(d difference) bool {
			return d.Class == object.Changed && d.object == t.id() && d.Manager == c.Manager && object.Within(at, d.Path)
		}) {
			return false
		}
	}
	return true
}

// options are how an object is applied under the settings of the provider block.
func (r *scope) options(v values) cluster.ApplyOptions {
	return cluster.ApplyOptions{Force: v.flag(attrForceConflicts), FieldManager: r.settings.FieldManager}
}

// awaitAPI waits, bounded, until the cluster serves one of the types.
func (r *scope) awaitAPI(ctx context.Context, v values, alternatives ...cluster.Resource) diag.Diagnostics {
	limit := min(establishTimeout, v.timeout("create"))
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := r.settings.Client.WaitEstablished(limited, alternatives...); err != nil {
		return diag.Diagnostics{r.notServed(v, alternatives[0], limit, err)}
	}
	return nil
}

// notServed tells an API that the cluster does not serve from a cluster that could not be asked.
func (r *scope) notServed(v values, resource cluster.Resource, waited time.Duration, err error) diag.Diagnostic {
	subject := r.model.subject(v)
	switch {
	case cluster.IsTypeMissing(err):
		return diagnostic.TypeMissing(subject, resource.GroupVersionKind, v.text(attrMode) == Direct, waited)
	case cluster.IsUnauthorized(err):
		return diagnostic.Unauthorized("list the objects of the kind of", subject, err)
	case cluster.IsForbidden(err):
		return diagnostic.Forbidden("list the objects of the kind of", subject, err)
	case cluster.IsUnreachable(err):
		return diagnostic.Unreachable(subject, waited, err)
	}
	return diagnostic.RequestFailed("find the API of", subject, err, false)
}
