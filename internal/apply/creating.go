package apply

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// completeTimeout bounds how long the marks of a creation are taken away.
const completeTimeout = 30 * time.Second

// Creating are the options of a request that makes an object.
func Creating(a *model.ApplyRun, options cluster.ApplyOptions) cluster.ApplyOptions {
	options.FieldManager = a.Mark.Manager(a.Settings.FieldManager)
	return options
}

// Made remembers an object that did not exist before, and returns it.
func Made(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) *unstructured.Unstructured {
	if live == nil {
		return nil
	}
	a.Created = append(a.Created, model.Creation{Target: t, Live: live})
	marks(ctx, a, t, live)
	return live
}

// marks remembers an object that is marked. An update has a state already, which may know of it at once.
func marks(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) {
	a.Marked = append(a.Marked, model.Creation{Target: t, Live: live})
	a.Held = a.Held.With(t, live)
	if len(a.Prior) > 0 {
		_ = Keep(ctx, a) // at the latest the end of the apply tells
	}
}

// Keep writes which objects the state holds.
func Keep(ctx context.Context, a *model.ApplyRun) diag.Diagnostics {
	return a.Held.Keep(ctx, a.Private)
}

// Complete takes the marks away: the state knows the objects. What cannot be done now is done by the next
// update; until then a lost state would be resumed rather than imported. Of a run that is interrupted nobody may be
// left who gets the state.
func Complete(ctx context.Context, a *model.ApplyRun) {
	if ctx.Err() != nil {
		return
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), completeTimeout)
	defer cancel()
	manager, marked := a.Settings.FieldManager, a.Marked
	if a.HandsOver {
		// What serves is the first. It is the last to lose its mark, by which alone an interrupted hand-over is found.
		marked = slices.Clone(marked)
		slices.Reverse(marked)
	}
	for _, c := range marked {
		if err := a.Settings.Client.RenameManager(limited, c.Target.Resource, c.Live, a.Mark.Manager(manager), manager); err != nil {
			tflog.Warn(ctx, "the mark of a creation could not be taken away", map[string]any{"object": c.Target.Subject(), "error": err.Error()})
		}
	}
}

// Resume takes up a live object whose creation was interrupted; nil when it was not, or is not this resource's.
func Resume(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	begun, under := object.UnderWay(live, a.Settings.FieldManager)
	if !under {
		return resumeUnmarked(ctx, a, t, live)
	}
	if !a.Mark.Continues(begun) {
		return nil, nil
	}
	live, diags := Rename(ctx, a, t, live, begun, a.Mark.Manager(a.Settings.FieldManager))
	if !diags.HasError() {
		marks(ctx, a, t, live)
	}
	return live, diags
}

// resumeUnmarked takes up an object of a creation that was interrupted while its marks were taken away. The last
// object is made last and keeps its mark the longest: as long as it has it, all before it were made by the same creation.
func resumeUnmarked(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	if len(a.Targets) == 0 {
		return nil, nil
	}
	last := a.Targets[len(a.Targets)-1]
	applied, err := a.Holds(nil, t, live)
	if err != nil || !applied || last.Same(t) {
		return nil, a.Failed("read", t, err)
	}
	anchor, err := a.Settings.Client.Get(ctx, last.Resource, last.Applied.GetNamespace(), last.Applied.GetName())
	switch {
	case cluster.IsNotFound(err) || err == nil && !a.Interrupted(anchor):
		return nil, nil
	case err != nil:
		return nil, a.Failed("read", last, err)
	}
	a.Held = a.Held.With(t, live)
	return live, nil
}

// OptionsFor are the options of an apply to a live object, which may be marked.
func OptionsFor(a *model.ApplyRun, live *unstructured.Unstructured, options cluster.ApplyOptions) cluster.ApplyOptions {
	if _, marked := object.UnderWay(live, a.Settings.FieldManager); marked {
		return Creating(a, options)
	}
	return options
}

// Rename passes what a creation has applied on to a field manager, and returns the object as it is then.
func Rename(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured, begun object.Creation, to string) (*unstructured.Unstructured, diag.Diagnostics) {
	from := begun.Manager(a.Settings.FieldManager)
	if from == to {
		return live, nil
	}
	err := a.Settings.Client.RenameManager(ctx, t.Resource, live, from, to)
	if err == nil {
		live, err = a.Settings.Client.Get(ctx, t.Resource, live.GetNamespace(), live.GetName())
	}
	return live, a.Failed("take up", t, err)
}

// own returns the live object in the place of a target if the resource may change it: it holds it,
// or has begun to create it.
func own(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	begun, marked := object.UnderWay(live, a.Settings.FieldManager)
	if a.Assumed[t.ID()] {
		marks(ctx, a, t, live)
		return live, nil
	}
	if holds, diags := holdsAlready(a, t, live); holds || diags.HasError() {
		a.Held = a.Held.With(t, live)
		if marked {
			return Rename(ctx, a, t, live, begun, a.Settings.FieldManager)
		}
		return live, diags
	}
	resumed, diags := Resume(ctx, a, t, live)
	if resumed == nil && !diags.HasError() {
		return nil, a.InTheWay(a.Plan, t, live)
	}
	return resumed, diags
}

// holdsAlready reports whether the state holds the live object, not whether a creation was interrupted.
func holdsAlready(a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (bool, diag.Diagnostics) {
	if a.Held != nil {
		return a.Held[t.ID()] == string(live.GetUID()), nil
	}
	if Before(a, t) == nil {
		return false, nil
	}
	holds, err := a.Holds(nil, t, live)
	if err != nil {
		return false, a.Failed("read", t, err)
	}
	return holds, nil
}

// Before is a target as it was last applied, nil when it was not.
func Before(a *model.ApplyRun, t model.Target) *model.Target {
	i := slices.IndexFunc(a.Prior, t.Same)
	if i < 0 {
		return nil
	}
	return &a.Prior[i]
}
