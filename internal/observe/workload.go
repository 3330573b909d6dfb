package observe

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// workload is a kind of object that direct mode or an operator makes.
type workload struct {
	rule Rule
	// rolls is true for a kind that makes pods from a template, and that is ready once all it wants are of the
	// newest one and available.
	rolls bool
}

// workloads are the kinds that are judged by what Kubernetes and LeaderWorkerSet say about them.
var workloads = map[schema.GroupVersionKind]workload{
	{Group: "apps", Version: "v1", Kind: "Deployment"}:                          {deployment, true},
	{Group: "apps", Version: "v1", Kind: "StatefulSet"}:                         {typed(statefulSet), true},
	{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"}: {leaderWorkerSet, true},
	{Group: "batch", Version: "v1", Kind: "Job"}:                                {typed(job), true},
	{Version: "v1", Kind: "Service"}:                                            {service, false},
	{Group: "autoscaling", Version: "v2", Kind: "HorizontalPodAutoscaler"}:      {horizontalPodAutoscaler, false},
	{Version: "v1", Kind: "PersistentVolumeClaim"}:                              {typed(persistentVolumeClaim), false},
	{Group: "policy", Version: "v1", Kind: "PodDisruptionBudget"}:               {exists, false},
	{Version: "v1", Kind: "ConfigMap"}:                                          {exists, false},
	{Version: "v1", Kind: "ServiceAccount"}:                                     {exists, false},
	{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "Role"}:           {exists, false},
	{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "RoleBinding"}:    {exists, false},
	{Group: "keda.sh", Version: "v1alpha1", Kind: "ScaledObject"}:               {exists, false},
	{Group: "scheduling.volcano.sh", Version: "v1beta1", Kind: "PodGroup"}:      {exists, false},
}

// ForGVK returns the rule for a kind of workload, and false for every other kind.
func ForGVK(gvk schema.GroupVersionKind) (Rule, bool) {
	w, ok := workloads[gvk]
	if !ok {
		return nil, false
	}
	return whileAlive(w.rule), true
}

// Rollout judges how far a workload has replaced its pods, and is false for an object that rolls none out. What has
// failed may still be replaced by the next change of its owner, so nothing is Failed.
func Rollout(live *unstructured.Unstructured) (Result, bool) {
	w := workloads[live.GroupVersionKind()]
	if !w.rolls {
		return Result{}, false
	}
	result := w.rule(live)
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
