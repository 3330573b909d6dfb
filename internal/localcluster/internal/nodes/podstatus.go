package nodes

import (
	"encoding/json"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// misbehavingStatus is the name of podStatusJSON in the templates of stages.
const misbehavingStatus = "MisbehavingStatus"

// podStatusJSON is podStatus for a template, which hands over the pod as generic JSON.
func podStatusJSON(object any) (string, error) {
	raw, err := json.Marshal(object)
	if err != nil {
		return "", err
	}
	pod := &corev1.Pod{}
	if err := json.Unmarshal(raw, pod); err != nil {
		return "", fmt.Errorf("pod: %w", err)
	}
	status, err := json.Marshal(podStatus(pod, metav1.NewTime(time.Now().Truncate(time.Second))))
	return string(status), err
}

// podStatus is what a kubelet reports about a pod of which some containers or init containers misbehave.
func podStatus(pod *corev1.Pod, now metav1.Time) corev1.PodStatus {
	restarts := pod.Spec.RestartPolicy == corev1.RestartPolicyAlways
	status := corev1.PodStatus{Phase: corev1.PodRunning, StartTime: &now}
	held := false
	for _, c := range pod.Spec.InitContainers {
		b := behaviourOf(c.Image)
		switch {
		case held:
			status.InitContainerStatuses = append(status.InitContainerStatuses, waiting(c, "PodInitializing", ""))
		case (b == good || b == slow) && c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways:
			status.InitContainerStatuses = append(status.InitContainerStatuses, running(c, now))
		case b == good || b == slow:
			status.InitContainerStatuses = append(status.InitContainerStatuses, exited(c, 0, "Completed", now))
		default:
			held = true
			status.Phase = corev1.PodPending
			if fails(b) && !restarts {
				status.Phase = corev1.PodFailed
			}
			status.InitContainerStatuses = append(status.InitContainerStatuses, misbehaving(c, b, restarts, now))
		}
	}
	for _, c := range pod.Spec.Containers {
		b := behaviourOf(c.Image)
		switch {
		case held:
			status.ContainerStatuses = append(status.ContainerStatuses, waiting(c, "PodInitializing", ""))
			continue
		case b == good || b == slow:
			status.ContainerStatuses = append(status.ContainerStatuses, running(c, now))
			continue
		case fails(b) && !restarts:
			status.Phase = corev1.PodFailed
		case !fails(b) && status.Phase != corev1.PodFailed:
			status.Phase = corev1.PodPending
		}
		status.ContainerStatuses = append(status.ContainerStatuses, misbehaving(c, b, restarts, now))
	}
	status.Conditions = conditions(held, now)
	return status
}

func fails(b behaviour) bool { return b == crash || b == oom }

func misbehaving(c corev1.Container, b behaviour, restarts bool, now metav1.Time) corev1.ContainerStatus {
	switch b {
	case noPull:
		return waiting(c, "ImagePullBackOff", fmt.Sprintf("Back-off pulling image %q", c.Image))
	case pending:
		return waiting(c, "ContainerCreating", "")
	}
	end := exited(c, 1, "Error", now)
	if b == oom {
		end = exited(c, 137, "OOMKilled", now)
	}
	if !restarts {
		return end
	}
	s := waiting(c, "CrashLoopBackOff", "back-off 40s restarting failed container="+c.Name)
	s.RestartCount, s.LastTerminationState = 3, end.State
	return s
}

func waiting(c corev1.Container, reason, message string) corev1.ContainerStatus {
	s := containerStatus(c, false)
	s.State.Waiting = &corev1.ContainerStateWaiting{Reason: reason, Message: message}
	return s
}

func running(c corev1.Container, now metav1.Time) corev1.ContainerStatus {
	s := containerStatus(c, true)
	s.State.Running = &corev1.ContainerStateRunning{StartedAt: now}
	return s
}

func exited(c corev1.Container, code int32, reason string, now metav1.Time) corev1.ContainerStatus {
	s := containerStatus(c, false)
	s.Ready = code == 0
	s.State.Terminated = &corev1.ContainerStateTerminated{ExitCode: code, Reason: reason, StartedAt: now, FinishedAt: now}
	return s
}

func containerStatus(c corev1.Container, up bool) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: c.Name, Image: c.Image, Ready: up, Started: &up}
}

func conditions(held bool, now metav1.Time) []corev1.PodCondition {
	initialized := corev1.PodCondition{Type: corev1.PodInitialized, Status: corev1.ConditionTrue, LastTransitionTime: now}
	if held {
		initialized.Status, initialized.Reason = corev1.ConditionFalse, "ContainersNotInitialized"
	}
	return []corev1.PodCondition{
		initialized,
		{Type: corev1.PodReady, Status: corev1.ConditionFalse, Reason: "ContainersNotReady", LastTransitionTime: now},
		{Type: corev1.ContainersReady, Status: corev1.ConditionFalse, Reason: "ContainersNotReady", LastTransitionTime: now},
	}
}
