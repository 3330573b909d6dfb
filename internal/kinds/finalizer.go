package kinds

import "slices"

// Finalizer is a mark that keeps a deleted object until whoever set it has done its part.
type Finalizer struct {
	// Name is the mark in metadata.finalizers.
	Name string
	// Owner is who removes it, and Waits a clause about what for.
	Owner, Waits string
	// Remedy is a sentence that says what to do when it stays.
	Remedy string
}

// common are the finalizers of Kubernetes, and of what direct mode makes objects for.
//
// Mirrors kubernetes/kubernetes pkg/util/slice, pkg/controller/volume/pvcprotection and
// pkg/controller/job@v1.36.3, and kedacore/keda controllers/keda/scaledobject_finalizer.go@v2.18.0.
var common = []Finalizer{
	{
		Name: "foregroundDeletion", Owner: "the garbage collector of Kubernetes", Waits: "everything that the object owns is gone",
		Remedy: "Look for a dependent that has a finalizer of its own or a pod that does not end",
	},
	{
		Name: "orphan", Owner: "the garbage collector of Kubernetes", Waits: "its dependents have lost their owner",
		Remedy: "See whether kube-controller-manager runs",
	},
	{
		Name: "kubernetes.io/pvc-protection", Owner: "kube-controller-manager", Waits: "no pod uses the claim",
		Remedy: "Delete the pods that mount the claim",
	},
	{
		Name: "batch.kubernetes.io/job-tracking", Owner: "the Job controller of kube-controller-manager", Waits: "the pod is counted",
		Remedy: "See whether kube-controller-manager runs",
	},
	{
		Name: "service.kubernetes.io/load-balancer-cleanup", Owner: "the cloud controller manager", Waits: "the load balancer is gone",
		Remedy: "See why the cloud does not remove the load balancer",
	},
	{
		Name: "finalizer.keda.sh", Owner: "KEDA's operator", Waits: "the scaling is undone",
		Remedy: "See whether KEDA's operator runs",
	},
}

// Finalizer returns what is known of a finalizer of an object of the kind, or of a workload
// that follows from it.
func (k *Kind) Finalizer(name string) (Finalizer, bool) {
	all := slices.Concat(k.Finalizers, common)
	i := slices.IndexFunc(all, func(f Finalizer) bool { return f.Name == name })
	if i < 0 {
		return Finalizer{}, false
	}
	return all[i], true
}
