package engine

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// completeTimeout bounds how long the marks of a creation are taken away.
const completeTimeout = 30 * time.Second

// creating are the options of a request that makes an object.
func (a *applyRun) creating(options cluster.ApplyOptions) cluster.ApplyOptions {
	options.FieldManager = a.mark.Manager(a.settings.FieldManager)
	return options
}

// made remembers an object that did not exist before, and returns it.
func (a *applyRun) made(ctx context.Context, t target, live *unstructured.Unstructured) *unstructured.Unstructured {
	if live == nil {
		return nil
	}
	a.created = append(a.created, creation{target: t, live: live})
	a.marks(ctx, t, live)
	return live
}

// marks remembers an object that is marked. An update has a state already, which may know of it at once.
func (a *applyRun) marks(ctx context.Context, t target, live *unstructured.Unstructured) {
	a.marked = append(a.marked, creation{target: t, live: live})
	a.held = a.held.with(t, live)
	if len(a.prior) > 0 {
		_ = a.keep(ctx) // at the latest the end of the apply tells
	}
}

// keep writes which objects the state holds.
func (a *applyRun) keep(ctx context.Context) diag.Diagnostics {
	return a.held.keep(ctx, a.private)
}

// complete takes the marks away: the state knows the objects. What cannot be done now is done by the next
// update; until then a lost state would be resumed rather than imported. Of a run that is interrupted nobody may be
// left who gets the state.
func (a *applyRun) complete(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), completeTimeout)
	defer cancel()
	manager, marked := a.settings.FieldManager, a.marked
	if a.handsOver {
		// What serves is the first. It is the last to lose its mark, by which alone an interrupted hand-over is found.
		marked = slices.Clone(marked)
		slices.Reverse(marked)
	}
	for _, c := range marked {
		if err := a.settings.Client.RenameManager(limited, c.target.resource, c.live, a.mark.Manager(manager), manager); err != nil {
			tflog.Warn(ctx, "the mark of a creation could not be taken away", map[string]any{"object": c.target.subject(), "error": err.Error()})
		}
	}
}

// resume takes up a live object whose creation was interrupted; nil when it was not, or is not this resource's.
func (a *applyRun) resume(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	begun, under := object.UnderWay(live, a.settings.FieldManager)
	if !under {
		return a.resumeUnmarked(ctx, t, live)
	}
	if !a.mark.Continues(begun) {
		return nil, nil
	}
	live, diags := a.rename(ctx, t, live, begun, a.mark.Manager(a.settings.FieldManager))
	if !diags.HasError() {
		a.marks(ctx, t, live)
	}
	return live, diags
}

// resumeUnmarked takes up an object of a creation that was interrupted while its marks were taken away. The last
// object is made last and keeps its mark the longest: as long as it has it, all before it were made by the same creation.
func (a *applyRun) resumeUnmarked(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	if len(a.targets) == 0 {
		return nil, nil
	}
	last := a.targets[len(a.targets)-1]
	applied, err := a.holds(nil, t, live)
	if err != nil || !applied || last.same(t) {
		return nil, a.failed("read", t, err)
	}
	anchor, err := a.settings.Client.Get(ctx, last.resource, last.applied.GetNamespace(), last.applied.GetName())
	switch {
	case cluster.IsNotFound(err) || err == nil && !a.interrupted(anchor):
		return nil, nil
	case err != nil:
		return nil, a.failed("read", last, err)
	}
	a.held = a.held.with(t, live)
	return live, nil
}

// optionsFor are the options of an apply to a live object, which may be marked.
func (a *applyRun) optionsFor(live *unstructured.Unstructured, options cluster.ApplyOptions) cluster.ApplyOptions {
	if _, marked := object.UnderWay(live, a.settings.FieldManager); marked {
		return a.creating(options)
	}
	return options
}

// rename passes what a creation has applied on to a field manager, and returns the object as it is then.
func (a *applyRun) rename(ctx context.Context, t target, live *unstructured.Unstructured, begun object.Creation, to string) (*unstructured.Unstructured, diag.Diagnostics) {
	from := begun.Manager(a.settings.FieldManager)
	if from == to {
		return live, nil
	}
	err := a.settings.Client.RenameManager(ctx, t.resource, live, from, to)
	if err == nil {
		live, err = a.settings.Client.Get(ctx, t.resource, live.GetNamespace(), live.GetName())
	}
	return live, a.failed("take up", t, err)
}

// own returns the live object in the place of a target if the resource may change it: it holds it,
// or has begun to create it.
func (a *applyRun) own(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	begun, marked := object.UnderWay(live, a.settings.FieldManager)
	if a.assumed[t.id()] {
		a.marks(ctx, t, live)
		return live, nil
	}
	if holds, diags := a.holdsAlready(t, live); holds || diags.HasError() {
		a.held = a.held.with(t, live)
		if marked {
			return a.rename(ctx, t, live, begun, a.settings.FieldManager)
		}
		return live, diags
	}
	resumed, diags := a.resume(ctx, t, live)
	if resumed == nil && !diags.HasError() {
		return nil, a.inTheWay(a.plan, t, live)
	}
	return resumed, diags
}

// holdsAlready reports whether the state holds the live object, not whether a creation was interrupted.
func (a *applyRun) holdsAlready(t target, live *unstructured.Unstructured) (bool, diag.Diagnostics) {
	if a.held != nil {
		return a.held[t.id()] == string(live.GetUID()), nil
	}
	if a.before(t) == nil {
		return false, nil
	}
	holds, err := a.holds(nil, t, live)
	if err != nil {
		return false, a.failed("read", t, err)
	}
	return holds, nil
}
