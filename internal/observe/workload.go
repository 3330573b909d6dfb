package observe

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// workloads are the kinds that direct mode creates.
var workloads = map[schema.GroupVersionKind]Rule{
	{Group: "apps", Version: "v1", Kind: "Deployment"}:                          whileAlive(deployment),
	{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"}: whileAlive(leaderWorkerSet),
	{Group: "batch", Version: "v1", Kind: "Job"}:                                whileAlive(typed(job)),
	{Version: "v1", Kind: "Service"}:                                            whileAlive(service),
	{Group: "autoscaling", Version: "v2", Kind: "HorizontalPodAutoscaler"}:      whileAlive(horizontalPodAutoscaler),
	{Version: "v1", Kind: "PersistentVolumeClaim"}:                              whileAlive(typed(persistentVolumeClaim)),
	{Group: "policy", Version: "v1", Kind: "PodDisruptionBudget"}:               whileAlive(exists),
	{Version: "v1", Kind: "ConfigMap"}:                                          whileAlive(exists),
	{Version: "v1", Kind: "ServiceAccount"}:                                     whileAlive(exists),
	{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "Role"}:           whileAlive(exists),
	{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "RoleBinding"}:    whileAlive(exists),
	{Group: "keda.sh", Version: "v1alpha1", Kind: "ScaledObject"}:               whileAlive(exists),
	{Group: "scheduling.volcano.sh", Version: "v1beta1", Kind: "PodGroup"}:      whileAlive(exists),
}

// ForGVK returns the rule for a kind that direct mode creates, and false for every other kind.
func ForGVK(gvk schema.GroupVersionKind) (Rule, bool) {
	rule, ok := workloads[gvk]
	return rule, ok
}

// exists is the rule of what takes effect by being there: whether it does shows in the
// pods that need it.
func exists(live *unstructured.Unstructured) Result {
	return ready("the %s exists", live.GetKind())
}
