package tree

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
)

// settled is how long after an apply the pods from before it may still be about to be replaced.
const settled = time.Minute

// Diagnosis is what a view tells.
type Diagnosis struct {
	// Pods are those that count: none that is on its way out.
	Pods []Pod
	// Cause is the most probable cause, nil when nothing tells.
	Cause *Cause
	// Wants are the logs that would tell more.
	Wants []Log
	// Tries are the templates of pods that do not come, of which a dry run would tell more.
	Tries []Template
	// Asks are objects that pods refer to, which would tell more.
	Asks []capacity.Reference
	// Schedulers are those that pods are left to and that do not look at them.
	Schedulers []string
	// Again is when the same view, without any change, would tell more; zero for never.
	Again time.Time

	view  View
	roots []*node
}

// Diagnose tells what the view tells.
func (v View) Diagnose() Diagnosis {
	d := Diagnosis{view: v, roots: v.grow()}
	changed := map[*node]time.Time{}
	for i, root := range d.roots {
		changed[root] = v.Roots[i].Changed
	}
	for _, root := range d.roots {
		walk([]*node{root}, func(n *node, _ int) {
			if n.object.GetKind() != "Pod" || n.object.GetDeletionTimestamp() != nil {
				return
			}
			pod := typed[corev1.Pod](n.object)
			if pod == nil {
				return
			}
			p := Pod{Name: pod.Name, pod: pod, outdated: n.outdated || v.unsettled(pod, changed[root])}
			if p.outdated && !n.outdated {
				d.Again = v.Begun.Add(settled)
			}
			p.Phase, p.Since = phase(pod)
			d.Pods = append(d.Pods, p)
		})
	}
	d.conclude(slices.Concat(d.containerCauses(), d.schedulingCauses(), d.refusals(), d.trials(), d.reported()))
	return d
}

// unsettled reports whether the pod may be of what was applied before.
func (v View) unsettled(pod *corev1.Pod, changed time.Time) bool {
	return pod.CreationTimestamp.Time.Before(changed) && v.Now.Before(v.Begun.Add(settled))
}

// conclude picks the cause: what does not pass before what may, and then by what tells most.
func (d *Diagnosis) conclude(causes []Cause) {
	for i, c := range causes {
		if c.finalAt.IsZero() || c.outdated {
			continue
		}
		causes[i].Final = !d.view.Now.Before(c.finalAt)
		if !causes[i].Final {
			d.again(c.finalAt)
		}
	}
	if len(causes) == 0 {
		return
	}
	best := slices.MaxFunc(causes, func(a, b Cause) int {
		return cmp.Or(compareBool(a.Final, b.Final), compareBool(b.outdated, a.outdated), cmp.Compare(a.weight(), b.weight()))
	})
	d.Cause = &best
}

// again notes a moment at which the view tells more.
func (d *Diagnosis) again(at time.Time) {
	if d.Again.IsZero() || at.Before(d.Again) {
		d.Again = at
	}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Ready counts the pods that are ready, and all that count.
func (d Diagnosis) Ready() (ready, total int) {
	for _, p := range d.Pods {
		if p.Phase == Serving {
			ready++
		}
	}
	return ready, len(d.Pods)
}

// Slowest is the pod that is furthest from serving, and of those the one that has been there for longest;
// nil when all serve.
func (d Diagnosis) Slowest() *Pod {
	var slowest *Pod
	for i, p := range d.Pods {
		if p.Phase == Serving || p.outdated {
			continue
		}
		if slowest == nil || cmp.Or(cmp.Compare(order[p.Phase], order[slowest.Phase]), p.Since.Compare(slowest.Since)) < 0 {
			slowest = &d.Pods[i]
		}
	}
	return slowest
}

// Over is a pod that has been in a phase for longer than its budget, nil when there is none, and
// else when the next one will have been. Time before the wait does not count.
func (d Diagnosis) Over(budgets map[Phase]time.Duration) (*Pod, time.Time) {
	var next time.Time
	for i, p := range d.Pods {
		budget, ok := budgets[p.Phase]
		if !ok || p.outdated {
			continue
		}
		end := latest(p.Since, d.view.Begun).Add(budget)
		if !d.view.Now.Before(end) {
			return &d.Pods[i], time.Time{}
		}
		if next.IsZero() || end.Before(next) {
			next = end
		}
	}
	return nil, next
}

// Progress is one line: how many pods are ready, and what the slowest is busy with.
func (d Diagnosis) Progress() string {
	ready, total := d.Ready()
	if total == 0 {
		return "there are no pods yet"
	}
	text := fmt.Sprintf("%d of %d pods are ready", ready, total)
	if p := d.Slowest(); p != nil {
		text += fmt.Sprintf("; the slowest, Pod/%s, is %s", p.Name, p.Phase)
	}
	return text
}

// about returns the events about an object, the latest last.
func (v View) about(o *unstructured.Unstructured) []corev1.Event {
	var out []corev1.Event
	for _, e := range v.Events {
		if e.InvolvedObject.UID == o.GetUID() && o.GetUID() != "" {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b corev1.Event) int { return lastTime(a).Compare(lastTime(b)) })
	return out
}

// lastTime is when an event last happened, in the old form of events or the new one.
func lastTime(e corev1.Event) time.Time {
	series := time.Time{}
	if e.Series != nil {
		series = e.Series.LastObservedTime.Time
	}
	if at := latest(e.LastTimestamp.Time, e.EventTime.Time, series); !at.IsZero() {
		return at
	}
	return e.CreationTimestamp.Time
}

// firstTime is when an event first happened.
func firstTime(e corev1.Event) time.Time {
	for _, at := range []time.Time{e.FirstTimestamp.Time, e.EventTime.Time, e.CreationTimestamp.Time} {
		if !at.IsZero() {
			return at
		}
	}
	return lastTime(e)
}

// times is how often an event happened.
func times(e corev1.Event) int32 {
	if e.Series != nil {
		return max(e.Series.Count, e.Count, 1)
	}
	return max(e.Count, 1)
}
