package observe

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// leaderWorkerSet is ready when all its groups are ready and those that the rollout may
// replace are of the newest template. It never fails: the controller has no condition for it.
//
// The controller says which generation its status is about from LWS v0.9.0. Of an
// older one only the counts and the condition UpdateInProgress tell that it has caught
// up with a change, and between the change and the controller's next write they still
// describe the state before; no rule of one object can see that gap.
//
// Mirrors kubernetes-sigs/lws pkg/controllers/leaderworkerset_controller.go@v0.9.0.
func leaderWorkerSet(live *unstructured.Unstructured) Result {
	_, reportsGeneration, _ := unstructured.NestedInt64(live.Object, "status", "observedGeneration")
	if reportsGeneration {
		if result, outdated := Outdated(live); outdated {
			return result
		}
	}
	available, found := FindCondition(live, "Available")
	if !found {
		if progressing, ok := FindCondition(live, "Progressing"); ok {
			return notDone("%s", progressing)
		}
		return notDone("it has no status yet; without the LeaderWorkerSet controller it never gets one")
	}
	if update, _ := FindCondition(live, "UpdateInProgress"); update.Is(metav1.ConditionTrue) {
		return notDone("%s", update)
	}
	if !available.Is(metav1.ConditionTrue) {
		return notDone("%s; %d of %d groups are ready", available,
			count(live, 0, "status", "readyReplicas"), count(live, 1, "spec", "replicas"))
	}
	return groups(live, reportsGeneration)
}

// groups judges the group counts of a LeaderWorkerSet that calls itself available.
func groups(live *unstructured.Unstructured, reportsGeneration bool) Result {
	want := count(live, 1, "spec", "replicas")
	exist := count(live, 0, "status", "replicas")
	updated := count(live, 0, "status", "updatedReplicas")
	kept := count(live, 0, "spec", "rolloutStrategy", "rollingUpdateConfiguration", "partition")
	if updated < want-kept {
		return notDone("%d of %d groups are updated", updated, want-kept)
	}
	if !reportsGeneration && (exist != want || kept == 0 && updated != want) {
		return notDone("%d groups exist and %d are updated, %d are wanted", exist, updated, want)
	}
	return ready("%d of %d groups are ready", count(live, 0, "status", "readyReplicas"), want)
}

// count returns the number at a path, or the value that stands for its absence.
func count(live *unstructured.Unstructured, absent int64, path ...string) int64 {
	value, found, err := unstructured.NestedInt64(live.Object, path...)
	if !found || err != nil {
		return absent
	}
	return value
}
