package tree

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// Bounds of a report.
const (
	maxBytes  = 8 << 10
	maxLine   = 450
	maxNodes  = 30
	maxEvents = 12
	maxTail   = 12
)

// Report is all that helps to find out why pods do not serve, as text of at most 8 KiB without secrets.
// It has no ages, so that it stays the same for as long as nothing happens. change names what to change; it may be empty.
func (d Diagnosis) Report(change string) string {
	r := &report{}
	if d.Cause != nil {
		r.line("Probable cause: %s.", strings.TrimSuffix(d.Cause.Says, "."))
		if change != "" {
			r.line("To change: %s", change)
		}
	}
	if _, total := d.Ready(); total > 0 {
		r.line("Pods: %s.", d.Progress())
	}
	r.objects(d)
	r.events(d)
	r.logs(d)
	if len(d.view.Unseen) > 0 {
		r.line("Not seen:")
		for _, why := range d.view.Unseen {
			r.line("  %s", why)
		}
	}
	return strings.TrimSpace(shorten(r.text.String(), maxBytes))
}

type report struct{ text strings.Builder }

func (r *report) line(format string, args ...any) {
	line := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	indent := len(line) - len(strings.TrimLeft(line, " "))
	r.text.WriteString(line[:indent] + shorten(Redact(strings.Join(strings.Fields(line), " ")), maxLine) + "\n")
}

// objects are the trees, with conditions that tell and the states of containers.
func (r *report) objects(d Diagnosis) {
	shown, left := 0, 0
	walk(d.roots, func(n *node, depth int) {
		if shown == 0 && left == 0 {
			r.line("Objects:")
		}
		if n.object.GetKind() == "ReplicaSet" && len(n.children) == 0 && n.outdated {
			return
		}
		if shown == maxNodes {
			left++
			return
		}
		shown++
		indent := strings.Repeat("  ", depth+1)
		if depth == 0 {
			r.root(d, n, indent)
			return
		}
		r.below(d, n, indent)
	})
	if left > 0 {
		r.line("  and %d more", left)
	}
}

// root is an applied object with its judgement and all of its conditions.
func (r *report) root(d Diagnosis, n *node, indent string) {
	i := slices.IndexFunc(d.view.Roots, func(root Root) bool { return root.Object == n.object })
	r.line("%s%s: %s", indent, id(n.object), d.view.Roots[i].Judgement.Message)
	for _, c := range observe.Conditions(n.object) {
		if text := c.String(); text != d.view.Roots[i].Judgement.Message {
			r.line("%s    %s", indent, text)
		}
	}
}

// below is an object that nobody applied, with its conditions that are no good news.
func (r *report) below(d Diagnosis, n *node, indent string) {
	i := slices.IndexFunc(d.Pods, func(p Pod) bool { return p.pod.UID == n.object.GetUID() })
	if i < 0 {
		note := ""
		if n.object.GetDeletionTimestamp() != nil {
			note = " (is being deleted)"
		}
		r.line("%s%s%s", indent, id(n.object), note)
		for _, c := range observe.Conditions(n.object) {
			if c.Is("False") && c.Type != "UpdateInProgress" && c.Type != "Progressing" || c.Type == "ReplicaFailure" || c.Type == "Failed" {
				r.line("%s    %s", indent, c)
			}
		}
		return
	}
	p := d.Pods[i]
	note := ""
	if !p.Since.IsZero() {
		note = " since " + stamp(p.Since)
	}
	r.line("%s%s: %s%s", indent, id(n.object), p.Phase, note)
	if p.Phase == Serving {
		return
	}
	if c := condition(p.pod, corev1.PodScheduled); c != nil && c.Status == corev1.ConditionFalse {
		r.line("%s    PodScheduled=False (%s): %s", indent, c.Reason, c.Message)
	}
	for _, c := range p.pod.Status.InitContainerStatuses {
		r.line("%s    init container %s", indent, state(c))
	}
	for _, c := range p.pod.Status.ContainerStatuses {
		r.line("%s    container %s", indent, state(c))
	}
}

// state is the state of a container in one line.
func state(c corev1.ContainerStatus) string {
	text := c.Name + ": "
	switch {
	case c.State.Running != nil && c.Ready:
		text += "running, ready"
	case c.State.Running != nil:
		text += "running, not ready"
	case c.State.Terminated != nil:
		text += ended(c.State.Terminated)
	case c.State.Waiting != nil:
		text += "waiting (" + c.State.Waiting.Reason + ")"
		if c.State.Waiting.Message != "" {
			text += ": " + c.State.Waiting.Message
		}
	}
	if c.RestartCount > 0 {
		text += fmt.Sprintf("; restarts: %d", c.RestartCount)
		if last := c.LastTerminationState.Terminated; last != nil {
			text += "; before: " + ended(last)
		}
	}
	return text
}

func ended(t *corev1.ContainerStateTerminated) string {
	text := fmt.Sprintf("ended with exit code %d (%s)", t.ExitCode, t.Reason)
	if t.Message != "" {
		text += ": " + lastLine(t.Message)
	}
	return text
}

// told is an event with all that are the same.
type told struct {
	kind, reason, message, about string
	count                        int32
	last                         time.Time
}

// events are those about the trees, each once, warnings first and the latest of them first.
func (r *report) events(d Diagnosis) {
	var all []told
	walk(d.roots, func(n *node, _ int) {
		for _, e := range d.view.about(n.object) {
			all = merge(all, told{e.Type, e.Reason, oneLine(e.Message), id(n.object), times(e), lastTime(e)})
		}
	})
	slices.SortStableFunc(all, func(a, b told) int {
		if c := compareBool(b.kind == corev1.EventTypeWarning, a.kind == corev1.EventTypeWarning); c != 0 {
			return c
		}
		return b.last.Compare(a.last)
	})
	for i, e := range all {
		if i == 0 {
			r.line("Events:")
		}
		if i == maxEvents {
			r.line("  and %d more", len(all)-i)
			break
		}
		often := ""
		if e.count > 1 {
			often = fmt.Sprintf("%d times, last ", e.count)
		}
		r.line("  %s %s %s, %sat %s: %s", e.kind, e.reason, e.about, often, stamp(e.last), e.message)
	}
}

// merge adds an event, or counts it with one that says the same.
func merge(all []told, e told) []told {
	for i, other := range all {
		if other.reason == e.reason && other.message == e.message && other.about == e.about {
			all[i].count += e.count
			all[i].last = latest(other.last, e.last)
			return all
		}
	}
	return append(all, e)
}

// logs are the last lines of containers that failed.
func (r *report) logs(d Diagnosis) {
	keys := make([]Log, 0, len(d.view.Logs))
	for key, text := range d.view.Logs {
		if strings.TrimSpace(text) != "" && slices.ContainsFunc(d.Pods, func(p Pod) bool { return p.Name == key.Pod && p.Phase != Serving }) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b Log) int {
		if c := strings.Compare(a.Pod+"/"+a.Container, b.Pod+"/"+b.Container); c != 0 {
			return c
		}
		return int(b.Run - a.Run)
	})
	keys = slices.CompactFunc(keys, func(a, b Log) bool { return a.Pod == b.Pod && a.Container == b.Container })
	for _, key := range keys[:min(len(keys), maxLogs)] {
		r.line("Log of container %s of Pod/%s, its last lines:", key.Container, key.Pod)
		lines := strings.Split(strings.TrimRight(Redact(d.view.Logs[key]), "\n"), "\n")
		for _, line := range lines[max(0, len(lines)-maxTail):] {
			r.line("  %s", line)
		}
	}
}

// shorten cuts a text that is longer than so many bytes, between characters.
func shorten(text string, most int) string {
	const mark = " ..."
	if len(text) <= most {
		return text
	}
	cut := most - len(mark)
	for cut > 0 && text[cut]&0xC0 == 0x80 {
		cut--
	}
	return text[:cut] + mark
}
