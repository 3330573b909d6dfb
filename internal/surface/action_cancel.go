package surface

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// NewCancelAction returns the constructor of the action that cancels what runs to an end.
func NewCancelAction(all []*kinds.Kind) func() action.Action {
	return newAction(&verb{
		name: "cancel_benchmark",
		description: "Cancels a benchmark that runs: its Job is suspended, which stops its pods, and the action waits until they are. " +
			"The resource stays, the next plan is empty, and the benchmark does not begin again by itself. To run it once more, replace the resource, as with `terraform apply -replace`. " +
			"In direct mode `outcome.state` is `Suspended` afterwards; in operator mode it is what the operator goes on to report, because it knows of no cancelling.",
		takes: func(k *kinds.Kind) bool { return k.Completion != nil },
		do:    (*invocation).cancel,
	}, all)
}

func (a *invocation) cancel(ctx context.Context) diag.Diagnostics {
	jobs, diags := a.jobs(ctx)
	if diags.HasError() {
		return diags
	}
	if len(jobs) == 0 {
		return diag.Diagnostics{diagnostic.NothingToActOn(a.subject(), a.mode, "Job")}
	}
	for _, t := range jobs {
		if ended := t.Judge(t.Applied); ended.Phase != observe.NotDone {
			diags.Append(diagnostic.NothingToCancel(a.subject(), t.Subject()+": "+ended.Message))
			continue
		}
		if _, failed := a.amend(ctx, t, true, []string{"spec", "suspend"}); failed.HasError() {
			return append(diags, failed...)
		}
		a.Progress(t.Subject() + " is suspended")
		diags.Append(a.awaitStopped(ctx, t)...)
	}
	return diags
}

// awaitStopped waits until a Job that is suspended has no pods left that run.
func (a *invocation) awaitStopped(ctx context.Context, t model.Target) diag.Diagnostics {
	last := ""
	err := a.Settings.Client.Until(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName(), func(live *unstructured.Unstructured) (bool, error) {
		if live == nil {
			return true, nil
		}
		active, _, _ := unstructured.NestedInt64(live.Object, "status", "active")
		suspended, _ := observe.FindCondition(live, "Suspended")
		judged := t.Judge(live)
		last = judged.Message
		a.Progress(t.Subject() + ": " + last)
		return judged.Phase != observe.NotDone || suspended.Status == "True" && active == 0, nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return diag.Diagnostics{diagnostic.ActionUnfinished(a.subject(), diagnostic.Outcome{Last: t.ID() + ": " + last, Waited: a.limit})}
	}
	return a.Failed("watch", t, err)
}
