package observe

import corev1 "k8s.io/api/core/v1"

// Annotations by which the volume controllers and the scheduler mark a claim they work on.
//
// Mirrors kubernetes/component-helpers storage/volume/pv_helpers.go@v0.36.3.
const (
	provisionerAnnotation  = "volume.kubernetes.io/storage-provisioner"
	selectedNodeAnnotation = "volume.kubernetes.io/selected-node"
)

// persistentVolumeClaim is ready when it is bound, or when it waits for the first pod that
// uses it, which it does as long as its StorageClass binds on first use. The class is not in the
// claim; that no provisioner and no node have been chosen is. A claim that no class
// or volume satisfies looks the same, and is then told by the pods that wait for it.
func persistentVolumeClaim(claim *corev1.PersistentVolumeClaim) Result {
	switch claim.Status.Phase {
	case corev1.ClaimBound:
		return ready("it is bound to the volume %s", claim.Spec.VolumeName)
	case corev1.ClaimLost:
		return failed("its volume %s is lost", claim.Spec.VolumeName)
	case corev1.ClaimPending:
		if node := claim.Annotations[selectedNodeAnnotation]; node != "" {
			return notDone("a volume is being made for node %s", node)
		}
		if provisioner := claim.Annotations[provisionerAnnotation]; provisioner != "" {
			return notDone("the provisioner %s has not made a volume yet", provisioner)
		}
		if claim.Spec.VolumeName != "" {
			return notDone("it is not bound to the volume %s yet", claim.Spec.VolumeName)
		}
		return ready("it is pending, as it is until the first pod uses it")
	}
	return notDone("it has no phase yet")
}
