package observe

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// rules judge the kinds of workloads that more has to be said of than that they exist.
var rules = map[schema.GroupVersionKind]Rule{
	workload.Deployment.GroupVersionKind:              deployment,
	workload.StatefulSet.GroupVersionKind:             typed(statefulSet),
	workload.LeaderWorkerSet.GroupVersionKind:         leaderWorkerSet,
	workload.Job.GroupVersionKind:                     typed(job),
	workload.HorizontalPodAutoscaler.GroupVersionKind: horizontalPodAutoscaler,
	workload.PersistentVolumeClaim.GroupVersionKind:   typed(persistentVolumeClaim),
	workload.HTTPRoute.GroupVersionKind:               typed(httpRoute),
	workload.InferencePool.GroupVersionKind:           InferencePool,
}

// ForGVK returns the rule for a kind of workload, and false for every other kind.
func ForGVK(gvk schema.GroupVersionKind) (Rule, bool) {
	rule, ok := rules[gvk]
	if k, _ := workload.Of(gvk); !ok && k.Rendered {
		rule, ok = exists, true
	}
	if !ok {
		return nil, false
	}
	return whileAlive(rule), true
}

// Rollout judges how far a workload has replaced its pods, and is false for an object that rolls none out. What has
// failed may still be replaced by the next change of its owner, so nothing is Failed.
func Rollout(live *unstructured.Unstructured) (Result, bool) {
	k, _ := workload.Of(live.GroupVersionKind())
	if !k.Rolls {
		return Result{}, false
	}
	result := rules[k.GroupVersionKind](live)
	if result.Phase == Failed {
		result.Phase = NotDone
	}
	return result, true
}

// exists is the rule of what takes effect by being there: whether it does shows in the
// pods that need it.
func exists(live *unstructured.Unstructured) Result {
	return ready("the %s exists", live.GetKind())
}
