package tree

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Restarts after which a container does not get over what ends it: the pods that it waits for, such as
// those of its group, are there by then.
const (
	hopelessRestarts = 3
	hopelessKills    = 2
)

// maxLogs is of how many containers the log is asked for.
const maxLogs = 3

// containerCauses are what the states of containers tell.
func (d *Diagnosis) containerCauses() []Cause {
	var causes []Cause
	for _, p := range d.Pods {
		if p.Phase == Serving || p.Phase == Ended && p.pod.Status.Phase == corev1.PodSucceeded {
			continue
		}
		for _, c := range slices.Concat(p.pod.Status.InitContainerStatuses, p.pod.Status.ContainerStatuses) {
			if cause, ok := d.containerCause(p, c); ok {
				cause.Container, cause.outdated = c.Name, p.outdated
				causes = append(causes, cause)
			}
		}
	}
	return causes
}

// containerCause is what the state of one container tells.
func (d *Diagnosis) containerCause(p Pod, c corev1.ContainerStatus) (Cause, bool) {
	where := fmt.Sprintf("container %s of Pod/%s", c.Name, p.Name)
	if w := c.State.Waiting; w != nil {
		switch w.Reason {
		case "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "RegistryUnavailable", "ImageInspectError":
			return d.imageCause(p, c, where), true
		case "CreateContainerConfigError", "CreateContainerError", "RunContainerError":
			return Cause{Reason: Unstartable, Says: where + " cannot be created: " + oneLine(w.Message)}, true
		}
	}
	end := lastEnd(c)
	if end == nil || end.ExitCode == 0 && c.State.Waiting == nil {
		return Cause{}, false
	}
	if c.State.Running != nil && c.RestartCount < hopelessRestarts {
		return Cause{}, false // It may get further this time.
	}
	return d.endCause(p, c, end, where), true
}

// lastEnd is how a container last ended, nil when it never did.
func lastEnd(c corev1.ContainerStatus) *corev1.ContainerStateTerminated {
	if c.State.Terminated != nil {
		return c.State.Terminated
	}
	return c.LastTerminationState.Terminated
}

// endCause says why a container ended, by its last words and by how it was ended.
func (d *Diagnosis) endCause(p Pod, c corev1.ContainerStatus, end *corev1.ContainerStateTerminated, where string) Cause {
	now := d.view.Now
	words := end.Message + "\n" + d.logOf(p, c)
	stays := c.State.Running == nil
	back := c.State.Waiting != nil && c.State.Waiting.Reason == "CrashLoopBackOff"
	dead := p.pod.Status.Phase == corev1.PodFailed || p.pod.Spec.RestartPolicy == corev1.RestartPolicyNever
	final := func(c Cause, hopeless bool) Cause {
		if hopeless {
			c.finalAt = now
		}
		return c
	}
	if reason, line := matchLog(words); reason != "" {
		says := map[Reason]string{
			ModelDenied:  "may not have the model",
			ModelMissing: "does not find the model, or the file or revision of it",
			DeviceMemory: "does not get the accelerator memory that it needs",
		}[reason]
		// A refusal stays a refusal, so one repetition is enough to be sure of it.
		return final(Cause{Reason: reason, Says: where + " " + says + ": " + line}, stays && (dead || c.RestartCount > 0))
	}
	if end.Reason == "OOMKilled" {
		return final(Cause{Reason: HostMemory, Says: where + " was killed because it used more memory than its limit allows" + restarts(c)},
			stays && (dead || c.RestartCount >= hopelessKills))
	}
	text := fmt.Sprintf("%s ended with exit code %d%s", where, end.ExitCode, restarts(c))
	if line := lastLine(words); line != "" {
		text += "; its last words: " + line
	}
	return final(Cause{Reason: CrashLoop, Says: text}, dead || back && c.RestartCount >= hopelessRestarts)
}

func restarts(c corev1.ContainerStatus) string {
	switch c.RestartCount {
	case 0:
		return ""
	case 1:
		return ", and was restarted once"
	}
	return fmt.Sprintf(", and was restarted %d times", c.RestartCount)
}

// logOf returns the log of the run of a container that ended last, and asks for it where it was not read.
func (d *Diagnosis) logOf(p Pod, c corev1.ContainerStatus) string {
	log := Log{
		Namespace: p.pod.Namespace, Pod: p.Name, Container: c.Name,
		Previous: c.State.Terminated == nil, Run: c.RestartCount,
	}
	text, read := d.view.Logs[log]
	if !read && len(d.Wants) < maxLogs {
		d.Wants = append(d.Wants, log)
	}
	return text
}

// lastLine is the last line that is not blank.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return oneLine(lines[len(lines)-1])
}
