package tree

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Phase is what a pod is busy with on its way to serving.
type Phase string

// Phases of a pod in the order in which it goes through them. A pod whose weights are loaded by
// an init container pulls once more afterwards.
const (
	// Scheduling lasts until a node is chosen.
	Scheduling Phase = "scheduling"
	// Pulling is the pull of an image, and what a node does before: it mounts volumes.
	Pulling Phase = "pulling"
	// Downloading is the time of init containers, which load weights.
	Downloading Phase = "downloading"
	// Loading is the time from the start of the containers until all are ready.
	Loading Phase = "loading"
	// Serving is a ready pod.
	Serving Phase = "ready"
	// Ended is a pod whose containers have come to their end.
	Ended Phase = "ended"
)

// Phases are those that can take too long, in their order.
var Phases = []Phase{Scheduling, Pulling, Downloading, Loading}

// order says how far a phase is from serving.
var order = map[Phase]int{Scheduling: 0, Pulling: 1, Downloading: 2, Loading: 3, Serving: 4, Ended: 5}

// Pod is one pod of the tree.
type Pod struct {
	Name  string
	Phase Phase
	// Since is when the phase began, by the clock of the cluster.
	Since time.Time

	pod *corev1.Pod
	// outdated is true for a pod that is being replaced.
	outdated bool
}

// UID identifies the pod, whatever takes its name later.
func (p Pod) UID() types.UID { return p.pod.UID }

// Replaced reports whether another pod takes the place of this one when it goes. The pods of a Job run to
// an end, and what nobody controls stays away.
func (p Pod) Replaced() bool {
	controller := metav1.GetControllerOf(p.pod)
	return p.Phase != Ended && controller != nil && controller.Kind != "Job"
}

// phase tells what the pod is busy with, and since when.
func phase(pod *corev1.Pod) (Phase, time.Time) {
	switch {
	case pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed:
		return Ended, pod.CreationTimestamp.Time
	case is(pod, corev1.PodReady):
		return Serving, since(pod, corev1.PodReady)
	case !is(pod, corev1.PodScheduled) && pod.Spec.NodeName == "":
		return Scheduling, pod.CreationTimestamp.Time
	}
	scheduled := since(pod, corev1.PodScheduled)
	if initializing(pod) {
		for _, c := range pod.Status.InitContainerStatuses {
			if started := startOf(c); !started.IsZero() {
				return Downloading, latest(scheduled, started)
			}
		}
		return Pulling, scheduled
	}
	for _, c := range pod.Status.ContainerStatuses {
		if c.State.Waiting != nil && (c.State.Waiting.Reason == "" || !ran(c)) {
			return Pulling, latest(scheduled, since(pod, corev1.PodInitialized))
		}
	}
	if len(pod.Status.ContainerStatuses) == 0 {
		return Pulling, scheduled
	}
	return Loading, latest(scheduled, since(pod, corev1.PodInitialized), firstStart(pod))
}

// initializing reports whether an init container that ends has not ended well yet.
func initializing(pod *corev1.Pod) bool {
	sidecar := map[string]bool{}
	for _, c := range pod.Spec.InitContainers {
		sidecar[c.Name] = c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways
	}
	for _, c := range pod.Status.InitContainerStatuses {
		if done := c.State.Terminated != nil && c.State.Terminated.ExitCode == 0; !done && (!sidecar[c.Name] || c.State.Running == nil) {
			return true
		}
	}
	return len(pod.Status.InitContainerStatuses) == 0 && len(pod.Spec.InitContainers) > 0
}

// ran reports whether a container has been started before.
func ran(c corev1.ContainerStatus) bool {
	return c.LastTerminationState.Terminated != nil || c.RestartCount > 0
}

// startOf is when a container was last started; zero when it never was.
func startOf(c corev1.ContainerStatus) time.Time {
	switch {
	case c.State.Running != nil:
		return c.State.Running.StartedAt.Time
	case c.State.Terminated != nil:
		return c.State.Terminated.StartedAt.Time
	case c.LastTerminationState.Terminated != nil:
		return c.LastTerminationState.Terminated.StartedAt.Time
	}
	return time.Time{}
}

// firstStart is when the first of the containers was started that runs for the first time.
func firstStart(pod *corev1.Pod) time.Time {
	var first time.Time
	for _, c := range pod.Status.ContainerStatuses {
		if at := startOf(c); !at.IsZero() && !ran(c) && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

func latest(times ...time.Time) time.Time {
	var last time.Time
	for _, at := range times {
		if at.After(last) {
			last = at
		}
	}
	return last
}

func is(pod *corev1.Pod, conditionType corev1.PodConditionType) bool {
	c := condition(pod, conditionType)
	return c != nil && c.Status == corev1.ConditionTrue
}

// since is when a condition became what it is; zero when the pod does not have it.
func since(pod *corev1.Pod, conditionType corev1.PodConditionType) time.Time {
	if c := condition(pod, conditionType); c != nil {
		return c.LastTransitionTime.Time
	}
	return time.Time{}
}

func condition(pod *corev1.Pod, conditionType corev1.PodConditionType) *corev1.PodCondition {
	for i := range pod.Status.Conditions {
		if pod.Status.Conditions[i].Type == conditionType {
			return &pod.Status.Conditions[i]
		}
	}
	return nil
}

// stamp writes a time as the API does.
func stamp(at time.Time) string { return metav1.NewTime(at).UTC().Format(time.RFC3339) }
