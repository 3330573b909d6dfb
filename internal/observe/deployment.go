package observe

import (
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// AnnotationActive is the annotation of a Deployment of which only so many replicas serve at
// a time. The others stand by and are not ready before their turn comes.
const AnnotationActive = "terraform-provider-inference/active-replicas"

// deployment is ready when the rollout of the current generation is complete: every
// replica is of the newest template and available, but for those that stand by, and no older
// one is left.
//
// Mirrors kubernetes/kubectl pkg/polymorphichelpers/rollout_status.go@v0.36.3.
func deployment(live *unstructured.Unstructured) Result {
	if result, outdated := Outdated(live); outdated {
		return result
	}
	progressing, _ := FindCondition(live, string(appsv1.DeploymentProgressing))
	if progressing.Is(metav1.ConditionFalse) && progressing.Reason == "ProgressDeadlineExceeded" {
		return failed("%s", progressing)
	}
	// Pods that cannot be created, as under a quota, do not fail the rollout before its
	// deadline, but they are why it does not proceed.
	if failure, _ := FindCondition(live, string(appsv1.DeploymentReplicaFailure)); failure.Is(metav1.ConditionTrue) {
		return notDone("%s", failure)
	}
	return typed(rollout)(live)
}

// rollout judges the replica counts of a Deployment whose status is up to date.
func rollout(d *appsv1.Deployment) Result {
	want, status := int32(1), d.Status
	if d.Spec.Replicas != nil {
		want = *d.Spec.Replicas
	}
	switch {
	case status.UpdatedReplicas < want:
		return notDone("%d of %d replicas are updated", status.UpdatedReplicas, want)
	case status.Replicas > status.UpdatedReplicas:
		return notDone("%d old replicas are still there", status.Replicas-status.UpdatedReplicas)
	case status.AvailableReplicas < active(d):
		return notDone("%d of %d replicas are available", status.AvailableReplicas, status.UpdatedReplicas)
	}
	return ready("%d of %d replicas are available", status.AvailableReplicas, want)
}

// active returns how many of the newest replicas have to be available.
func active(d *appsv1.Deployment) int32 {
	most := d.Status.UpdatedReplicas
	if count, err := strconv.ParseInt(d.Annotations[AnnotationActive], 10, 32); err == nil {
		return min(most, int32(count))
	}
	return most
}
