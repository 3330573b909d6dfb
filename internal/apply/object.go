package apply

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// establishTimeout bounds how long an apply waits for an API that the cluster does not
// serve yet: its definitions may be installed by the same apply.
const establishTimeout = 2 * time.Minute

// Make creates a target, or goes on with a creation of it that was interrupted. It never takes
// over what others made, nor what another resource or state has.
func Make(ctx context.Context, a *model.ApplyRun, t model.Target) (*unstructured.Unstructured, diag.Diagnostics) {
	live, err := a.Settings.Client.Create(ctx, t.Resource, t.Wire(), Creating(a, Options(a.Scope, a.Plan)))
	var exists *cluster.ExistsError
	if !errors.As(err, &exists) {
		return Made(ctx, a, t, live), a.Failed("create", t, err)
	}
	if exists.Live.GetDeletionTimestamp() != nil {
		return MakeAfter(ctx, a, t, exists.Live)
	}
	resumed, diags := Resume(ctx, a, t, exists.Live)
	switch {
	case diags.HasError():
		return nil, diags
	case resumed == nil:
		return nil, a.InTheWay(a.Plan, t, exists.Live)
	}
	return applyOver(ctx, a, t, nil, resumed, OptionsFor(a, resumed, Options(a.Scope, a.Plan)), nil)
}

// MakeAfter creates a target once the object in its place, which is being deleted, is gone.
func MakeAfter(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, a.Plan.Timeout("delete"))
	defer cancel()
	err := a.Settings.Client.WaitGone(limited, t.Resource, live.GetNamespace(), live.GetName(), live.GetUID())
	if err != nil {
		blocked, _ := errors.AsType[*cluster.NotGoneError](err)
		return nil, diag.Diagnostics{diagnostic.NotGone(t.Subject(), err.Error(), Holders(a.Scope, blocked), time.Since(start))}
	}
	created, err := a.Settings.Client.Create(ctx, t.Resource, t.Wire(), Creating(a, Options(a.Scope, a.Plan)))
	return Made(ctx, a, t, created), a.Failed("create", t, err)
}

// Change applies a target that exists, or makes it if it does not.
func Change(ctx context.Context, a *model.ApplyRun, t model.Target) (*unstructured.Unstructured, diag.Diagnostics) {
	live, err := a.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
	if cluster.IsNotFound(err) {
		return Make(ctx, a, t)
	}
	if err != nil {
		return nil, a.Failed("read", t, err)
	}
	if live.GetDeletionTimestamp() != nil {
		return MakeAfter(ctx, a, t, live)
	}
	live, diags := own(ctx, a, t, live)
	if diags.HasError() {
		return nil, diags
	}
	options := OptionsFor(a, live, Options(a.Scope, a.Plan))
	options.Force = options.Force || a.Assumed[t.ID()]
	before := Before(a, t)
	if Adopts(a, t, live) {
		var diags diag.Diagnostics
		if live, diags = takeClaims(ctx, a, t, before, live, a.Plan.Flag(model.AttrForceConflicts)); diags.HasError() {
			return nil, diags
		}
	}
	if before != nil {
		// The plan does not show the drift that was ignored until now.
		t.Ignored = slices.Concat(t.Ignored, before.Ignored)
	}
	applied, diags := applyOver(ctx, a, t, before, live, options, a.Planned)
	if diags.HasError() || !a.Plan.Flag(model.AttrPruneForeign) {
		return applied, diags
	}
	return pruneForeign(ctx, a, t, applied)
}

// applyOver applies a target to its live object. Drift that is left alone stays, such as
// a number of replicas that an autoscaler has taken over.
func applyOver(
	ctx context.Context, a *model.ApplyRun, t model.Target, before *model.Target, live *unstructured.Unstructured, options cluster.ApplyOptions, planned []model.Difference,
) (*unstructured.Unstructured, diag.Diagnostics) {
	seen, err := t.Look(live, a.Settings.FieldManager)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
	}
	applied, err := To(ctx, a.Scope, seen, before, options, planned)
	return applied, a.Failed("apply", t, err)
}

// To sends a target to its live object, by force where that restores what the plan showed as drift.
func To(ctx context.Context, r *model.Scope, seen model.Observation, before *model.Target, options cluster.ApplyOptions, planned []model.Difference) (*unstructured.Unstructured, error) {
	wire := seen.Leave(before).Wire()
	applied, err := r.Settings.Client.Apply(ctx, seen.Resource, wire, options)
	if conflicts := cluster.Conflicts(err); retakes(seen.Target, conflicts, planned) || seen.Rescales(conflicts) || seen.RetakesScale(conflicts) {
		options.Force = true
		return r.Settings.Client.Apply(ctx, seen.Resource, wire, options)
	}
	return applied, err
}

// retakes reports whether every conflict is about a field that somebody edited behind
// Terraform's back and that the plan showed as drift: whoever approved the plan approved
// taking it back. A manager that applies is at work all the time, so its fields are taken
// over only by force_conflicts.
func retakes(t model.Target, conflicts []cluster.Conflict, planned []model.Difference) bool {
	if len(conflicts) == 0 {
		return false
	}
	for _, c := range conflicts {
		at := t.Path(c.Field)
		if c.Operation != "Update" || !slices.ContainsFunc(planned, func(d model.Difference) bool {
			return d.Class == object.Changed && d.Object == t.ID() && d.Manager == c.Manager && object.Within(at, d.Path)
		}) {
			return false
		}
	}
	return true
}

// Options are how an object is applied under the settings of the provider block.
func Options(r *model.Scope, v model.Values) cluster.ApplyOptions {
	return cluster.ApplyOptions{Force: v.Flag(model.AttrForceConflicts), FieldManager: r.Settings.FieldManager}
}

// AwaitAPI waits, bounded, until the cluster serves one of the types.
func AwaitAPI(ctx context.Context, r *model.Scope, v model.Values, alternatives ...cluster.Resource) diag.Diagnostics {
	limit := min(establishTimeout, v.Timeout("create"))
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := r.Settings.Client.WaitEstablished(limited, alternatives...); err != nil {
		return diag.Diagnostics{notServed(r, v, alternatives[0], limit, err)}
	}
	return nil
}

// notServed tells an API that the cluster does not serve from a cluster that could not be asked.
func notServed(r *model.Scope, v model.Values, resource cluster.Resource, waited time.Duration, err error) diag.Diagnostic {
	subject := r.Model.Subject(v)
	switch {
	case cluster.IsTypeMissing(err):
		return diagnostic.TypeMissing(subject, resource.GroupVersionKind, v.Text(model.AttrMode) == model.Direct, waited)
	case cluster.IsUnauthorized(err):
		return diagnostic.Unauthorized("list the objects of the kind of", subject, err)
	case cluster.IsForbidden(err):
		return diagnostic.Forbidden("list the objects of the kind of", subject, err)
	case cluster.IsUnreachable(err):
		return diagnostic.Unreachable(subject, waited, err)
	}
	return diagnostic.RequestFailed("find the API of", subject, err, false)
}
