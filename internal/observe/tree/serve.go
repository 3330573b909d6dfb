package tree

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// composed is how long after the last change of a workload the operator may still change another one of the same root.
const composed = time.Second

// Change is the latest change of a root, and what followed from it.
type Change struct {
	// Awaited is true while nothing in the root itself tells whether its operator has acted on the change.
	Awaited bool
	// Before are the generations of the workloads below the root before the change, by UID; nil where they were not seen.
	Before map[types.UID]int64
	// Moved is when a workload below the root last came, went or changed, and no earlier than the change.
	Moved time.Time
	// Settle is for how long nothing may move until the change counts as one that moves nothing more.
	Settle time.Duration
	// Lags is true where what the root says may stay behind pods that serve.
	Lags bool
}

// reacted reports whether the operator has acted on the change, and if not, when it counts as having done so while nothing moves.
func (c Change) reacted(below []*unstructured.Unstructured, now time.Time) (bool, time.Time) {
	if !c.Awaited {
		return true, time.Time{}
	}
	due := c.Moved.Add(c.Settle)
	if c.Before != nil && differs(c.Before, below) && !slices.ContainsFunc(below, silent) {
		due = c.Moved.Add(min(composed, c.Settle))
	}
	return !now.Before(due), due
}

// silent reports whether the status of a workload does not say which generation it is about, as that of a LeaderWorkerSet
// before LWS v0.9.0: only time tells that it has followed a change. That of a Job cannot speak of an earlier one.
func silent(workload *unstructured.Unstructured) bool {
	_, says, _ := unstructured.NestedInt64(workload.Object, "status", "observedGeneration")
	_, started, _ := unstructured.NestedMap(workload.Object, "status")
	return started && !says && workload.GetKind() != "Job"
}

// differs reports whether workloads are others than they were, or of another generation.
func differs(before map[types.UID]int64, now []*unstructured.Unstructured) bool {
	for _, o := range now {
		if generation, known := before[o.GetUID()]; !known || generation != o.GetGeneration() {
			return true
		}
	}
	return len(before) != len(now)
}

// Generations are those of workloads, by UID.
func Generations(workloads []*unstructured.Unstructured) map[types.UID]int64 {
	out := make(map[types.UID]int64, len(workloads))
	for _, o := range workloads {
		out[o.GetUID()] = o.GetGeneration()
	}
	return out
}

// Workloads are the topmost objects below a root of the view that roll pods out, without those on their way out.
func (v View) Workloads(root int) []*unstructured.Unstructured {
	var out []*unstructured.Unstructured
	var descend func(*node)
	descend = func(n *node) {
		for _, child := range n.children {
			if _, rolls := observe.Rollout(child.object); !rolls {
				descend(child)
				continue
			}
			if child.object.GetDeletionTimestamp() == nil {
				out = append(out, child.object)
			}
		}
	}
	descend(v.grow()[root])
	return out
}

// Serves judges a root: it serves once it says so itself, its operator has acted on the latest change, and every workload
// below it has finished its rollout. While that only time can tell, again is when it will.
func (v View) Serves(root int) (result observe.Result, again time.Time) {
	r := v.Roots[root]
	said, below := r.Judgement, v.Workloads(root)
	lags := r.Change.Lags && said.Phase == observe.NotDone && len(below) > 0
	if said.Phase == observe.NotDone && !lags {
		return said, time.Time{}
	}
	if reacted, due := r.Change.reacted(below, v.Now); !reacted {
		return observe.Result{Message: "its operator has not acted on the change yet; before it: " + said.Message}, due
	}
	if said.Phase == observe.Failed {
		return said, time.Time{}
	}
	for _, o := range below {
		if rollout, _ := observe.Rollout(o); rollout.Phase != observe.Ready {
			return observe.Result{Message: id(o) + ": " + rollout.Message}, time.Time{}
		}
	}
	if lags {
		if due := r.Change.Moved.Add(r.Change.Settle); v.Now.Before(due) {
			return said, due
		}
		return observe.Result{Phase: observe.Ready, Message: "all pods serve, whatever its operator says: " + said.Message}, time.Time{}
	}
	return said, time.Time{}
}
