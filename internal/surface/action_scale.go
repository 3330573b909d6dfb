package surface

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/action"
	aschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// NewScaleAction returns the constructor of the action that sets the number of replicas.
func NewScaleAction(all []*kinds.Kind) func() action.Action {
	return newAction(&verb{
		name: "scale",
		description: "Sets the number of replicas of a resource, and waits until they are ready, or gone. " +
			"In direct mode it scales the Deployments and LeaderWorkerSets of the resource, in operator mode the custom resource, where its definition has the scale subresource. " +
			"The number counts as that of an autoscaler: the next plan is empty, `drift` shows it with the class `scaled`, and applies leave it until the configured number changes. " +
			"A HorizontalPodAutoscaler rests while the number is zero, and goes on from the one that brings the pods back.",
		options: map[string]aschema.Attribute{
			argReplicas: aschema.Int64Attribute{Required: true, MarkdownDescription: "How many replicas: zero to stop all, and the number of the resource, such as its `spec.replicas`, to bring them back."},
			argWorkload: aschema.StringAttribute{Optional: true, MarkdownDescription: "The name of one Deployment or LeaderWorkerSet of direct mode. Default: all of them, which for a resource with several is allowed for zero only."},
		},
		takes: keepsRunning,
		do:    (*invocation).scale,
	}, all)
}

func (a *invocation) scale(ctx context.Context) diag.Diagnostics {
	if a.mode != model.Direct {
		return a.scaleHanded(ctx)
	}
	targets, diags := a.toScale(ctx)
	if diags.HasError() {
		return diags
	}
	for _, t := range targets {
		if diags.Append(a.setReplicas(ctx, t)...); diags.HasError() {
			return diags
		}
	}
	e := wait.Explain(a.Scope, a.values, nil)
	defer e.Stop()
	return append(diags, a.settle(ctx, e, targets)...)
}

// toScale are the workloads of direct mode that are scaled.
func (a *invocation) toScale(ctx context.Context) ([]model.Target, diag.Diagnostics) {
	found, diags := a.rendered(ctx, "Deployment", "LeaderWorkerSet", "ScaledObject")
	if diags.HasError() {
		return nil, diags
	}
	var targets, autoscalers []model.Target
	var names []string
	for _, t := range found {
		switch workload := a.actionConfig.workload.ValueString(); {
		case t.Resource.Kind == "ScaledObject":
			autoscalers = append(autoscalers, t)
		case workload == "" || workload == t.Applied.GetName():
			targets, names = append(targets, t), append(names, t.Applied.GetName())
		}
	}
	switch {
	case len(targets) == 0:
		return nil, diag.Diagnostics{diagnostic.NothingToActOn(a.subject(), a.mode, "such workload")}
	case len(targets) > 1 && a.actionConfig.replicas.ValueInt64() > 0:
		return nil, diag.Diagnostics{diagnostic.WhichWorkload(a.subject(), names)}
	}
	for _, t := range autoscalers {
		name, _, _ := unstructured.NestedString(t.Applied.Object, "spec", "scaleTargetRef", "name")
		if i := slices.Index(names, name); i >= 0 {
			return nil, diag.Diagnostics{diagnostic.ScaledElsewhere(targets[i].Subject(), t.Subject())}
		}
	}
	return targets, nil
}

// scaleHanded scales the custom resource of operator mode.
func (a *invocation) scaleHanded(ctx context.Context) diag.Diagnostics {
	if a.actionConfig.workload.ValueString() != "" {
		return diag.Diagnostics{diagnostic.NotActedOn(a.subject(), "scaled by its workloads", a.mode, "remove workload")}
	}
	seen, diags := a.handed(ctx)
	if diags.HasError() {
		return diags
	}
	scales, err := a.Settings.Client.Scales(ctx, seen.Resource, seen.Object().GetNamespace(), seen.Object().GetName())
	if err != nil {
		return a.Failed("scale", seen.Target, err)
	}
	if !scales {
		return diag.Diagnostics{diagnostic.NotActedOn(a.subject(), "scaled", a.mode, a.Model.Kind.Operations.Pause)}
	}
	e := wait.Explain(a.Scope, a.values, nil)
	defer e.Stop()
	e.Expect(ctx, seen.UID)
	if diags.Append(a.setReplicas(ctx, seen.Target)...); diags.HasError() {
		return diags
	}
	return append(diags, a.settle(ctx, e, []model.Target{seen.Target})...)
}

func (a *invocation) setReplicas(ctx context.Context, t model.Target) diag.Diagnostics {
	replicas := a.actionConfig.replicas.ValueInt64()
	_, diags := a.amend(ctx, t, replicas, []string{"spec", "replicas"})
	if !diags.HasError() {
		a.Progress(fmt.Sprintf("%s is scaled to %d replicas", t.Subject(), replicas))
	}
	return diags
}

// settle waits until what was scaled has its replicas ready, or none left.
func (a *invocation) settle(ctx context.Context, e *wait.Explainer, targets []model.Target) diag.Diagnostics {
	for i, t := range targets {
		live, err := a.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
		if err != nil {
			return a.Failed("read", t, err)
		}
		targets[i].Applied = &unstructured.Unstructured{Object: t.Table(live)}
	}
	if a.actionConfig.replicas.ValueInt64() > 0 {
		return a.await(ctx, e, targets)
	}
	return a.awaitEmpty(ctx, e, targets)
}

// awaitEmpty waits until no pods are left.
func (a *invocation) awaitEmpty(ctx context.Context, e *wait.Explainer, targets []model.Target) diag.Diagnostics {
	roots := make([]model.Observation, len(targets))
	for i, t := range targets {
		roots[i] = model.Observation{Target: t, Live: t.Applied.Object, UID: string(t.Applied.GetUID())}
	}
	e.Roots = roots
	for {
		left := len(e.Diagnose(ctx).Pods)
		if left == 0 {
			return nil
		}
		a.Progress(fmt.Sprintf("%d pods of %s are left", left, a.subject()))
		select {
		case <-ctx.Done():
			text, _ := e.Report(ctx)
			return diag.Diagnostics{diagnostic.ActionUnfinished(a.subject(), diagnostic.Outcome{Last: fmt.Sprintf("%d pods are left", left), Waited: a.limit, Report: text})}
		case <-e.Wake:
		}
	}
}
