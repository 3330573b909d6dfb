package wait

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// errFailed ends a wait whose object will not become ready.
var errFailed = errors.New("the object will not become ready")

// overBudgetError ends a wait of which a phase has taken too long.
type overBudgetError struct {
	pod    string
	phase  tree.Phase
	budget time.Duration
}

// Error says which pod it is.
func (e *overBudgetError) Error() string {
	return fmt.Sprintf("Pod/%s is %s for longer than the %s of wait.phases.%s", e.pod, e.phase, e.budget, e.phase)
}

// WaitReady waits until every target is ready, and returns the last look at each and why
// it is not. What stops it is reported as the configuration asks: a warning by default, because
// Terraform would replace a resource whose creation failed.
func (e *Explainer) WaitReady(
	ctx context.Context, targets []model.Target, applied []model.Observation, timeout time.Duration,
) ([]model.Observation, string, diag.Diagnostics) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	e.begun, e.Roots = time.Now(), slices.Clone(applied)
	if e.Change.Moved.IsZero() {
		e.Change.Moved = e.begun
	}
	w := &waiting{Explainer: e, budgets: e.values.Budgets(), untilReady: e.values.WaitsForReady()}
	seen := make([]model.Observation, 0, len(targets))
	for _, t := range targets {
		last, err := w.follows(limited, t)
		if last != nil {
			seen = append(seen, *last)
		}
		if err == nil {
			continue
		}
		message := "nothing could be seen of it"
		if last != nil {
			message = last.Judgement.Message
		}
		text, diags := w.ended(ctx, t, t.ID()+": "+message, timeout, err)
		return seen, text, diags
	}
	return seen, "", nil
}

// waiting is a wait under way.
type waiting struct {
	*Explainer
	budgets    map[tree.Phase]time.Duration
	untilReady bool
	// said is the latest line of progress.
	said string
}

// ended says why the wait of a target has ended without readiness.
func (w *waiting) ended(ctx context.Context, t model.Target, message string, timeout time.Duration, err error) (string, diag.Diagnostics) {
	subject := w.Model.Subject(w.values)
	// The limit of an action is one of its context, and its end no interruption. Nobody goes on with an action later.
	if ctx.Err() != nil && w.Progress == nil {
		text, _ := w.Report(ctx)
		return text, diag.Diagnostics{diagnostic.Interrupted(subject, message)}
	}
	failed, over := errors.Is(err, errFailed), new(overBudgetError)
	isOver := errors.As(err, &over)
	if !failed && !isOver && !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return "", w.Failed("watch", t, err)
	}
	ctx = context.WithoutCancel(ctx) // what is asked now has a limit of its own
	d := w.Diagnose(ctx)
	text, field := w.Report(ctx)
	at := w.Model.AttributePath(field)
	outcome := diagnostic.Outcome{AsError: w.values.FailsOnTimeout(), Creates: w.Creates, At: at, Last: message, Waited: timeout, Report: text}
	if failed {
		outcome.Final, outcome.Waited = true, time.Since(w.begun)
		if d.Cause != nil && d.Cause.Final {
			outcome.Last = d.Cause.Says
		}
	}
	if isOver {
		outcome.Last, outcome.Waited = over.Error(), time.Since(w.begun)
		if field == "" {
			outcome.At = path.Root(model.AttrWait).AtName(model.WaitPhases).AtName(string(over.phase))
		}
	}
	if w.Progress != nil {
		return text, diag.Diagnostics{diagnostic.ActionUnfinished(subject, outcome)}
	}
	return text, diag.Diagnostics{diagnostic.NotReady(subject, outcome)}
}

// follows follows one target until it is ready or will not be, or, when readiness is
// not waited for, looks at it once.
func (w *waiting) follows(ctx context.Context, t model.Target) (*model.Observation, error) {
	var last *model.Observation
	err := w.Settings.Client.UntilWoken(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName(), w.Wake, func(live *unstructured.Unstructured) (bool, error) {
		if live == nil {
			return false, fmt.Errorf("%s was deleted while it was waited for: %w", t.Subject(), errFailed)
		}
		s, err := t.Look(live, w.Settings.FieldManager)
		if err != nil {
			return false, err
		}
		if w.untilReady {
			s = w.serves(ctx, s)
		} else {
			s = w.Unawaited(s)
		}
		last = &s
		w.saw(s)
		if s.Ready() || !w.untilReady {
			w.says(ctx, t, s, "")
			return true, nil
		}
		if s.Judgement.Phase == observe.Failed {
			w.says(ctx, t, s, "")
			return false, errFailed
		}
		return false, w.judge(ctx, t, s)
	})
	return last, err
}

// judge looks at the tree, and returns an error when waiting has no use or has taken too long.
func (w *waiting) judge(ctx context.Context, t model.Target, s model.Observation) error {
	if due := w.begun.Add(diagnoseAfter); !w.diagnosing && time.Now().Before(due) {
		w.says(ctx, t, s, "")
		w.WakeAt(due)
		return nil
	}
	d := w.Diagnose(ctx)
	w.says(ctx, t, s, d.Progress()+d.Pace(w.budgets))
	if d.Cause != nil && d.Cause.Final && w.due.IsZero() {
		return errFailed
	}
	late, next := d.Over(w.budgets)
	if late != nil {
		return &overBudgetError{late.Name, late.Phase, w.budgets[late.Phase]}
	}
	w.WakeAt(d.Again, next, d.Paced(), w.followsNeeds(d))
	return nil
}

// says logs a status that differs from the latest one, and tells it who invoked an action.
func (w *waiting) says(ctx context.Context, t model.Target, s model.Observation, progress string) {
	line := t.ID() + s.Judgement.Message + progress
	if line == w.said {
		return
	}
	w.said = line
	fields := map[string]any{"object": t.Subject(), "phase": s.Judgement.Phase.String(), "status": s.Judgement.Message}
	if progress != "" {
		fields["pods"] = progress
	}
	tflog.Info(ctx, "waiting until the object is ready", fields)
	if w.Progress != nil {
		w.Progress(strings.Join(slices.DeleteFunc([]string{t.Subject() + ": " + s.Judgement.Message, progress}, func(text string) bool { return text == "" }), "; "))
	}
}
