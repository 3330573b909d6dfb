package surface

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// annotationRestarted is the annotation of pods with which kubectl rollout restart replaces them.
//
// Mirrors kubernetes/kubectl pkg/polymorphichelpers/objectrestarter.go@v0.36.3.
const annotationRestarted = "kubectl.kubernetes.io/restartedAt"

// heldBack is how long an eviction that a disruption budget refuses is not asked for again.
const heldBack = 5 * time.Second

// NewRestartAction returns the constructor of the action that replaces the pods of a resource.
func NewRestartAction(all []*kinds.Kind) func() action.Action {
	return newAction(&verb{
		name: "restart",
		description: "Replaces the pods of a resource, as `kubectl rollout restart` does, and waits until the new ones are ready. " +
			"In direct mode every Deployment and LeaderWorkerSet of the resource gets a new `" + annotationRestarted + "` in its templates of pods and rolls out by its own strategy; the next plan is empty. " +
			"In operator mode the pods are evicted one after the other, so that the budgets of PodDisruptionBudgets hold, and the next one goes when as many are ready as before; nothing that the operator reconciles is written. Pods of Jobs are left alone.",
		takes: keepsRunning,
		do:    (*invocation).restart,
	}, all)
}

func (a *invocation) restart(ctx context.Context) diag.Diagnostics {
	if a.mode != model.Direct {
		return a.replacePods(ctx)
	}
	targets, diags := a.rendered(ctx, "Deployment", "LeaderWorkerSet")
	if diags.HasError() {
		return diags
	}
	if len(targets) == 0 {
		return diag.Diagnostics{diagnostic.NothingToActOn(a.subject(), a.mode, "workload")}
	}
	now := time.Now().UTC().Format(time.RFC3339)
	for i, t := range targets {
		var paths [][]string
		for _, at := range model.Templates[t.Resource.Kind] {
			if _, found, _ := unstructured.NestedMap(t.Applied.Object, at...); found {
				paths = append(paths, slices.Concat(at, []string{"metadata", "annotations", annotationRestarted}))
			}
		}
		live, failed := a.amend(ctx, t, now, paths...)
		if diags.Append(failed...); failed.HasError() {
			return diags
		}
		targets[i].Applied = live
		a.Progress(t.Subject() + " replaces its pods")
	}
	e := wait.Explain(a.Scope, a.values, nil)
	defer e.Stop()
	return a.await(ctx, e, targets)
}

// await waits until targets that were changed are as they should be.
func (a *invocation) await(ctx context.Context, e *wait.Explainer, targets []model.Target) diag.Diagnostics {
	seen := make([]model.Observation, 0, len(targets))
	for _, t := range targets {
		one, err := t.Look(t.Applied, a.Settings.FieldManager)
		if err != nil {
			return diag.Diagnostics{diagnostic.Fault("Comparing the live object", err)}
		}
		seen = append(seen, one)
	}
	_, _, diags := e.WaitReady(ctx, targets, seen, a.limit)
	return diags
}

// replacement is a replacement of pods under way.
type replacement struct {
	*wait.Explainer
	begun time.Time
	// pods are those to replace, and ready is how many were ready before.
	pods        []tree.Pod
	done, ready int
}

// replacePods evicts the pods that an operator made, one after the other.
func (a *invocation) replacePods(ctx context.Context) diag.Diagnostics {
	seen, diags := a.handed(ctx)
	if diags.HasError() {
		return diags
	}
	r := &replacement{Explainer: wait.Explain(a.Scope, a.values, []model.Observation{seen}), begun: time.Now()}
	defer r.Stop()
	if !r.look(ctx) {
		return diag.Diagnostics{diagnostic.NothingToActOn(a.subject(), a.mode, "pod that would be replaced")}
	}
	for _, p := range r.pods {
		if err := r.replace(ctx, seen.Object().GetNamespace(), p); err != nil {
			if ctx.Err() == nil {
				return append(diags, a.Failed("evict the pods of", seen.Target, err)...)
			}
			text, _ := r.Report(ctx)
			return append(diags, diagnostic.ReplacementStopped(a.subject(), r.done, len(r.pods), time.Since(r.begun), r.Diagnosis.Progress(), text))
		}
		r.done++
	}
	return diags
}

// appears is how long a pod that exists may stay unseen: the first list comes from the API server's watch cache, which may be behind.
const appears = 5 * time.Second

// look finds the pods to replace, and is false where there are none.
func (r *replacement) look(ctx context.Context) bool {
	for {
		for _, p := range r.Diagnose(ctx).Pods {
			if p.Replaced() {
				r.pods = append(r.pods, p)
			}
			if p.Phase == tree.Serving {
				r.ready++
			}
		}
		if len(r.pods) > 0 || time.Since(r.begun) > appears {
			return len(r.pods) > 0
		}
		r.ready = 0
		r.WakeAt(r.begun.Add(appears))
		select {
		case <-ctx.Done():
			return false
		case <-r.Wake:
		}
	}
}

// replace evicts one pod, unless it went with another of its group, and waits until as many are
// ready as before.
func (r *replacement) replace(ctx context.Context, namespace string, p tree.Pod) error {
	said := ""
	evicted := !r.has(ctx, p.UID())
	for {
		if !evicted {
			err := r.Settings.Client.Evict(ctx, namespace, p.Name, p.UID())
			if err != nil && !cluster.IsHeldBack(err) {
				return err
			}
			if evicted = err == nil; evicted {
				r.Progress(fmt.Sprintf("Pod %s/%s is evicted, %d of %d", namespace, p.Name, r.done+1, len(r.pods)))
			} else {
				r.Progress(fmt.Sprintf("Pod %s/%s is held back by a PodDisruptionBudget", namespace, p.Name))
				r.WakeAt(time.Now().Add(heldBack))
			}
		}
		there := r.has(ctx, p.UID())
		ready, _ := r.Diagnosis.Ready()
		if evicted && !there && ready >= r.ready {
			return nil
		}
		if line := r.Diagnosis.Progress(); line != said {
			said = line
			r.Progress(line)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.Wake:
		}
	}
}

// has looks whether a pod is still there.
func (r *replacement) has(ctx context.Context, uid types.UID) bool {
	return slices.ContainsFunc(r.Diagnose(ctx).Pods, func(p tree.Pod) bool { return p.UID() == uid })
}
