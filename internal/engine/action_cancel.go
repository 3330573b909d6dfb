package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
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
		if ended := t.judge(t.applied); ended.Phase != observe.NotDone {
			diags.Append(diagnostic.NothingToCancel(a.subject(), t.subject()+": "+ended.Message))
			continue
		}
		if _, failed := a.amend(ctx, t, true, []string{"spec", "suspend"}); failed.HasError() {
			return append(diags, failed...)
		}
		a.progress(t.subject() + " is told to stop")
		diags.Append(a.awaitStopped(ctx, t)...)
	}
	return diags
}

// awaitStopped waits until a Job that is suspended has no pods left that run.
func (a *invocation) awaitStopped(ctx context.Context, t target) diag.Diagnostics {
	last := ""
	err := a.settings.Client.Until(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName(), func(live *unstructured.Unstructured) (bool, error) {
		if live == nil {
			return true, nil
		}
		active, _, _ := unstructured.NestedInt64(live.Object, "status", "active")
		suspended, _ := observe.FindCondition(live, "Suspended")
		judged := t.judge(live)
		last = judged.Message
		a.progress(t.subject() + ": " + last)
		return judged.Phase != observe.NotDone || suspended.Status == "True" && active == 0, nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return diag.Diagnostics{diagnostic.ActionUnfinished(a.subject(), diagnostic.Outcome{Last: t.id() + ": " + last, Waited: a.limit})}
	}
	return a.failed("watch", t, err)
}

// cancelled reports whether the action has stopped what was seen, in either mode: nobody is to wait for it any more. Whether
// it has cannot be asked where nobody may list Jobs, and then it counts as not.
func (r *scope) cancelled(ctx context.Context, v values, seen []observation) bool {
	if r.model.kind.Completion == nil || len(seen) == 0 {
		return false
	}
	if v.text(attrMode) == Direct {
		one, ok := ending(v, seen)
		return ok && suspended(one.object())
	}
	jobs, diags := r.ownedJobs(ctx, seen[0])
	return !diags.HasError() && slices.ContainsFunc(jobs, func(t target) bool { return suspended(t.applied) })
}

// suspended reports whether a Job was suspended by an action. What a queue has suspended will go on.
func suspended(job *unstructured.Unstructured) bool {
	holds, _, _ := unstructured.NestedBool(job.Object, "spec", "suspend")
	return holds && slices.ContainsFunc(job.GetManagedFields(), func(e metav1.ManagedFieldsEntry) bool { return e.Manager == object.ActionManager })
}
