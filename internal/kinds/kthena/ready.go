package kthena

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// ready judges an object of either kind by its counts of groups and the condition
// Available. It never fails: the controller has no condition for that, and a pod that cannot
// start looks like one that is starting.
//
// The counts are needed beside the condition: while the roles of a group are replaced
// one by one the group stays available, and is not updated.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/utils/utils.go@v1.0.0 and @3cc05728, and
// pkg/infer-controller/utils/utils.go@e4fb6663.
func ready(live *unstructured.Unstructured) observe.Result {
	want := count(live, 1, "spec", "replicas")
	if want == 0 && count(live, 0, "status", "observedGeneration") == 0 {
		// The controller gives up on an object that never had a group before it writes a status.
		return observe.Result{Phase: observe.Ready, Message: "no groups are wanted, and none was ever there"}
	}
	if result, outdated := observe.Outdated(live); outdated {
		return result
	}
	exist, available, updated := count(live, 0, "status", "replicas"), count(live, 0, "status", "availableReplicas"), count(live, 0, "status", "updatedReplicas")
	condition, found := observe.FindCondition(live, "Available")
	switch due := max(0, want-kept(live, want)); {
	case exist != want:
		return notDone("%d groups exist, %d are wanted", exist, want)
	case available != want:
		return notDone("%d of %d groups are available%s", available, want, progress(live))
	case updated < due:
		return notDone("%d of %d groups are updated%s", updated, due, progress(live))
	case !found:
		return notDone("the condition Available is not reported yet")
	case !condition.Is(metav1.ConditionTrue):
		return notDone("%s", condition)
	}
	return observe.Result{Phase: observe.Ready, Message: fmt.Sprintf("%d of %d groups are available", available, want)}
}

// kept is how many groups the partition keeps at their revision: all of them where that of a role keeps an instance in each.
func kept(live *unstructured.Unstructured, replicas int64) int64 {
	roles, _, _ := unstructured.NestedSlice(live.Object, "spec", "template", "roles")
	for _, role := range roles {
		if role, ok := role.(map[string]any); ok && partition(role["partition"], max(1, count(&unstructured.Unstructured{Object: role}, 1, "replicas"))) > 0 {
			return replicas
		}
	}
	value, _, _ := unstructured.NestedFieldNoCopy(live.Object, "spec", "rolloutStrategy", "rollingUpdateConfiguration", "partition")
	return partition(value, replicas)
}

// partition is a number, or a percentage that is rounded up.
func partition(value any, replicas int64) int64 {
	switch value := value.(type) {
	case int64:
		return value
	case string:
		partition := intstr.Parse(value)
		if scaled, err := intstr.GetScaledValueFromIntOrPercent(&partition, int(replicas), true); err == nil {
			return int64(scaled)
		}
	}
	return 0
}

// progress is what the controller says about groups that are not ready. ModelInfer
// misspells the condition.
func progress(live *unstructured.Unstructured) string {
	for _, name := range []string{"UpdateInProgress", "Progressing", "Progerssing"} {
		if condition, _ := observe.FindCondition(live, name); condition.Is(metav1.ConditionTrue) {
			return "; " + condition.String()
		}
	}
	return ""
}

func count(live *unstructured.Unstructured, fallback int64, path ...string) int64 {
	if n, found, err := unstructured.NestedInt64(live.Object, path...); found && err == nil {
		return n
	}
	return fallback
}

func notDone(format string, args ...any) observe.Result {
	return observe.Result{Message: fmt.Sprintf(format, args...)}
}
