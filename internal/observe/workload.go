package observe

import "k8s.io/apimachinery/pkg/runtime/schema"

// workloads are the kinds that direct mode creates.
var workloads = map[schema.GroupVersionKind]Rule{
	{Group: "apps", Version: "v1", Kind: "Deployment"}:                          whileAlive(deployment),
	{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"}: whileAlive(leaderWorkerSet),
	{Group: "batch", Version: "v1", Kind: "Job"}:                                whileAlive(typed(job)),
	{Version: "v1", Kind: "Service"}:                                            whileAlive(service),
	{Group: "autoscaling", Version: "v2", Kind: "HorizontalPodAutoscaler"}:      whileAlive(horizontalPodAutoscaler),
	{Version: "v1", Kind: "PersistentVolumeClaim"}:                              whileAlive(typed(persistentVolumeClaim)),
}

// ForGVK returns the rule for a kind that direct mode creates, and false for every other kind.
func ForGVK(gvk schema.GroupVersionKind) (Rule, bool) {
	rule, ok := workloads[gvk]
	return rule, ok
}
