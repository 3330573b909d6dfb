package engine

import (
	"context"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// hasWorkloads reports whether what the operator makes of the object decides about its readiness as well. In direct mode the
// workloads are what was applied.
func (e *explainer) hasWorkloads() bool {
	return e.model.kind.Runs != nil && e.values.text(attrMode) != Direct
}

// workloads are the types by which the operator makes pods.
func (e *explainer) workloads() []cluster.Resource {
	out := slices.Clone(cluster.Workloads)
	for _, between := range slices.Concat(e.model.kind.HandOver.Between, e.model.kind.Explains.Between) {
		out = append(out, cluster.Resource{GroupVersionKind: between.GroupVersionKind, Plural: between.Plural, Namespaced: true})
	}
	return out
}

// keepsPods reports whether a change of a custom resource cannot reach its pods.
func (s *resourceModel) keepsPods(before, after values) bool {
	release := before.text(attrAPIRelease)
	old, known := s.pods(before, release, nil)
	changed, knownToo := s.pods(after, release, nil)
	return known && knownToo && podset.Same(old, changed)
}

// expect looks at the workloads of an object that is about to be changed.
func (e *explainer) expect(ctx context.Context, uid string) {
	if !e.hasWorkloads() || e.model.kind.Observes {
		return
	}
	if e.change.Awaited = true; !e.values.waitsForReady() {
		return
	}
	root := e.values.unstructured().DeepCopy()
	root.SetUID(types.UID(uid))
	e.roots = []observation{{live: root.Object}}
	e.follow(ctx, e.workloads()...)
	e.change.Before = tree.Generations(e.view().Workloads(0))
	if e.last = e.change.Before; len(e.unseenTypes()) > 0 {
		e.change.Before = nil
	}
}

// expectUnseen is about a change of which nobody has seen the workloads before, made at a moment of the API server's clock.
func (e *explainer) expectUnseen(changed time.Time) {
	if !e.hasWorkloads() || e.model.kind.Observes {
		return
	}
	e.change = tree.Change{Awaited: true, Moved: changed}
}

// unawaited judges what was seen right after an apply: what its operator has to act on first does not serve yet.
func (e *explainer) unawaited(s observation) observation {
	if e.change.Awaited && s.judgement.Phase == observe.Ready {
		s.judgement.Phase = observe.NotDone
	}
	return s
}

// serves judges what was seen by what the operator has made of it as well.
func (e *explainer) serves(ctx context.Context, s observation) observation {
	lags := e.model.kind.Lags != nil && s.judgement.Phase == observe.NotDone && e.model.kind.Lags(s.object())
	e.due = time.Time{}
	if !e.hasWorkloads() || s.object().GetDeletionTimestamp() != nil || s.judgement.Phase == observe.NotDone && !lags {
		return s
	}
	e.saw(s)
	e.follow(ctx, e.workloads()...)
	v := e.view()
	i := slices.IndexFunc(e.roots, func(r observation) bool { return r.id() == s.id() })
	change := e.moved(tree.Generations(v.Workloads(i)), s)
	change.Lags = lags
	v.Roots[i].Change = change
	s.judgement, e.due = v.Serves(i)
	return s
}

// moved notes when the workloads last came, went or changed: no later than the moment at which that is noticed.
func (e *explainer) moved(now map[types.UID]int64, s observation) tree.Change {
	if e.last != nil && !maps.Equal(e.last, now) {
		e.change.Moved = time.Now()
	}
	e.last = now
	change := e.change
	if change.Moved.IsZero() {
		change.Moved = s.changed
	}
	if time.Now().Before(change.Moved) { // The clock of the API server is ahead.
		change.Moved = time.Now()
		e.change.Moved = change.Moved
	}
	change.Settle = e.values.settle()
	return change
}

// isReady judges a live custom resource once.
func (r *scope) isReady(ctx context.Context, v values, t target, live *unstructured.Unstructured) (bool, error) {
	s, err := t.look(live, r.settings.FieldManager)
	if err != nil {
		return false, err
	}
	e := r.explain(v, []observation{s})
	defer e.stop()
	return e.serves(ctx, s).judgement.Phase == observe.Ready, nil
}
