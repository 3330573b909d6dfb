package wait

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// hasWorkloads reports whether what the operator makes of the object decides about its readiness as well. In direct mode the
// workloads are what was applied.
func (e *Explainer) hasWorkloads() bool {
	return e.Model.Kind.Runs != nil && e.values.Text(model.AttrMode) != model.Direct
}

// workloads are the types by which the operator makes pods.
func (e *Explainer) workloads() []cluster.Resource {
	out := slices.Clone(cluster.Workloads)
	for _, between := range slices.Concat(e.Model.Kind.HandOver.Between, e.Model.Kind.Explains.Between) {
		out = append(out, cluster.Resource{GroupVersionKind: between.GroupVersionKind, Plural: between.Plural, Namespaced: true})
	}
	return out
}

// KeepsPods reports whether a change of a custom resource cannot reach its pods.
func KeepsPods(s *model.ResourceModel, before, after model.Values) bool {
	release := before.Text(model.AttrAPIRelease)
	old, known := s.Pods(before, release, nil)
	changed, knownToo := s.Pods(after, release, nil)
	return known && knownToo && podset.Same(old, changed)
}

// Expect looks at the workloads of an object that is about to be changed.
func (e *Explainer) Expect(ctx context.Context, uid string) {
	if !e.hasWorkloads() || e.Model.Kind.Observes {
		return
	}
	if e.Change.Awaited = true; !e.values.WaitsForReady() {
		return
	}
	root := e.values.Unstructured().DeepCopy()
	root.SetUID(types.UID(uid))
	e.Roots = []model.Observation{{Live: root.Object}}
	e.follow(ctx, e.workloads()...)
	e.Change.Before = tree.Generations(e.view().Workloads(0))
	if e.last = e.Change.Before; len(e.unseenTypes()) > 0 {
		e.Change.Before = nil
	}
}

// ExpectUnseen is about a change of which nobody has seen the workloads before, made at a moment of the API server's clock.
func (e *Explainer) ExpectUnseen(changed time.Time) {
	if !e.hasWorkloads() || e.Model.Kind.Observes {
		return
	}
	e.Change = tree.Change{Awaited: true, Moved: changed}
}

// Unawaited judges what was seen right after an apply: what its operator has to act on first does not serve yet.
func (e *Explainer) Unawaited(s model.Observation) model.Observation {
	if e.Change.Awaited && s.Ready() {
		s.Judgement.Phase = observe.NotDone
	}
	return s
}

// serves judges what was seen by what the operator has made of it as well.
func (e *Explainer) serves(ctx context.Context, s model.Observation) model.Observation {
	lags := e.Model.Kind.Lags != nil && s.Judgement.Phase == observe.NotDone && e.Model.Kind.Lags(s.Object())
	e.due = time.Time{}
	s = e.awaits(ctx, s)
	if !e.hasWorkloads() || s.Object().GetDeletionTimestamp() != nil || s.Judgement.Phase == observe.NotDone && !lags {
		return s
	}
	e.saw(s)
	e.follow(ctx, e.workloads()...)
	v := e.view()
	i := slices.IndexFunc(e.Roots, func(r model.Observation) bool { return r.ID() == s.ID() })
	change := e.moved(tree.Generations(v.Workloads(i)), s)
	change.Lags = lags
	v.Roots[i].Change = change
	s.Judgement, e.due = v.Serves(i)
	return s
}

// awaits holds back an object that is ready by its own account until what its kind awaits is there.
func (e *Explainer) awaits(ctx context.Context, s model.Observation) model.Observation {
	needs := e.Model.Kind.Awaits(s.Object())
	if !s.Ready() || len(needs) == 0 {
		return s
	}
	e.saw(s)
	e.mu.Lock()
	e.awaited = map[string]bool{}
	for _, need := range needs {
		e.awaited[need.Name] = true
	}
	e.mu.Unlock()
	for _, need := range needs {
		if !slices.ContainsFunc(need.Of, func(of *kinds.Kind) bool { return e.isThere(ctx, of, need) }) {
			s.Judgement = observe.Result{Phase: observe.NotDone, Message: fmt.Sprintf("%s %s does not exist", need.Of[0].GVK.Kind, need.Name)}
			break
		}
	}
	return s
}

// isThere reports whether what is needed is an object of the kind. One that cannot be seen is taken to be there.
func (e *Explainer) isThere(ctx context.Context, of *kinds.Kind, need kinds.Need) bool {
	r := cluster.Resource{GroupVersionKind: of.GVK, Plural: of.Plural, Namespaced: of.Namespaced}
	e.follow(ctx, r)
	for _, follower := range e.followers {
		if has, known := follower.Has(r, need.Namespace, need.Name); known {
			return has
		}
	}
	return true
}

// moved notes when the workloads last came, went or changed: no later than the moment at which that is noticed.
func (e *Explainer) moved(now map[types.UID]int64, s model.Observation) tree.Change {
	if e.last != nil && !maps.Equal(e.last, now) {
		e.Change.Moved = time.Now()
	}
	e.last = now
	change := e.Change
	if change.Moved.IsZero() {
		change.Moved = s.Changed
	}
	if time.Now().Before(change.Moved) { // The clock of the API server is ahead.
		change.Moved = time.Now()
		e.Change.Moved = change.Moved
	}
	change.Settle = e.values.Settle()
	return change
}

// IsReady judges a live custom resource once.
func IsReady(ctx context.Context, r *model.Scope, v model.Values, t model.Target, live *unstructured.Unstructured) (bool, error) {
	s, err := t.Look(live, r.Settings.FieldManager)
	if err != nil {
		return false, err
	}
	e := Explain(r, v, []model.Observation{s})
	defer e.Stop()
	return e.serves(ctx, s).Ready(), nil
}
