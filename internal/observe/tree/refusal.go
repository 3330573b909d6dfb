package tree

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// released is how long what holds a quota may take to release it, as when something else is being deleted.
const released = 15 * time.Second

// enforced is how long API servers may go on to refuse what a policy no longer does.
const enforced = 5 * time.Second

// warningGrace is how long an operator has to repeat a warning before it counts as a failure: what it misses may
// be made by the same apply.
const warningGrace = 30 * time.Second

var (
	overQuota = regexp.MustCompile(`exceeded quota`)
	quotaPart = regexp.MustCompile(`(requested|limited): ([^ ]+?)(, (?:used|limited):|$)`)
	denied    = regexp.MustCompile(`denied (the )?request|violates PodSecurity|is forbidden: (unable to validate against any|pod rejected)|maximum .* usage per|minimum .* usage per`)
	invalid   = regexp.MustCompile(`is invalid: `)
	unasked   = regexp.MustCompile(`failed calling webhook|context deadline exceeded|connection refused|no endpoints available`)
)

// absentees are the words of admission about what a pod refers to and what does not exist, by kind. It may
// still come, as from the same apply.
//
// Source: kubernetes/kubernetes plugin/pkg/admission/{serviceaccount,runtimeclass,priority}/admission.go@v1.36.3.
var absentees = map[string]*regexp.Regexp{
	"ServiceAccount": regexp.MustCompile(`serviceaccount "([^"]+)" not found`),
	"RuntimeClass":   regexp.MustCompile(`RuntimeClass "([^"]+)" not found`),
	"PriorityClass":  regexp.MustCompile(`no PriorityClass with name (\S+) was found`),
}

// absentee finds the object that a refusal misses.
func absentee(message string) *capacity.Reference {
	for kind, words := range absentees {
		if match := words.FindStringSubmatch(message); match != nil {
			return &capacity.Reference{Kind: kind, Name: match[1]}
		}
	}
	return nil
}

// refusals are objects of the trees that could not be made.
func (d *Diagnosis) refusals() []Cause {
	var causes []Cause
	walk(d.roots, func(n *node, _ int) {
		if cause, ok := d.refusal(n.object); ok {
			cause.outdated = n.outdated
			causes = append(causes, cause)
		}
	})
	return causes
}

// refusal is why what an object makes was refused: by the condition that a ReplicaSet keeps for as long as it
// lasts, or by an event of the time of the wait.
func (d *Diagnosis) refusal(o *unstructured.Unstructured) (Cause, bool) {
	switch o.GetKind() {
	case "ReplicaSet":
		c, _ := observe.FindCondition(o, "ReplicaFailure")
		cause := d.refused(o, c.Message, d.view.Begun)
		if cause.stale = d.stale(o, c); cause.stale {
			cause.finalAt = time.Time{}
		}
		return cause, c.Is("True")
	case "Deployment", "Pod":
		return Cause{}, false
	}
	for _, e := range slices.Backward(d.view.about(o)) {
		if e.Type != corev1.EventTypeWarning || e.Reason != "FailedCreate" && e.Reason != "FailedUpdate" || lastTime(e).Before(d.view.Begun.Add(-time.Second)) {
			continue
		}
		if d.madeSince(o, lastTime(e)) {
			break
		}
		return d.refused(o, e.Message, latest(firstTime(e), d.view.Begun)), true
	}
	return Cause{}, false
}

// stale reports whether a ReplicaSet has not been refused again since the wait began. It tries less and less often, minutes
// apart in the end, so that what it was refused for may be gone.
func (d *Diagnosis) stale(o *unstructured.Unstructured, failure observe.Condition) bool {
	if since, err := time.Parse(time.RFC3339, failure.LastTransitionTime); err != nil || !since.Before(d.view.Begun) {
		return false
	}
	return !slices.ContainsFunc(d.view.about(o), func(e corev1.Event) bool {
		return e.Reason == "FailedCreate" && !lastTime(e).Before(d.view.Begun)
	})
}

// madeSince reports whether the object has got a child after a moment, as when a later attempt succeeded.
func (d *Diagnosis) madeSince(o *unstructured.Unstructured, at time.Time) bool {
	made := false
	walk(d.roots, func(n *node, _ int) {
		if n.object.GetUID() == o.GetUID() {
			made = slices.ContainsFunc(n.children, func(child *node) bool { return child.object.GetCreationTimestamp().After(at) })
		}
	})
	return made
}

// refused tells what is missing, and a quota from a policy and from a webhook that does not answer, which may pass.
func (d *Diagnosis) refused(o *unstructured.Unstructured, message string, begun time.Time) Cause {
	said := oneLine(message)
	missing := absentee(message)
	switch {
	case missing != nil:
		return d.absent(Cause{
			Reason: Absent, Misses: missing, Says: fmt.Sprintf("%s cannot make its pods, %s %s does not exist: %s", id(o), missing.Kind, missing.Name, said),
		}, false)
	case unasked.MatchString(message):
	case overQuota.MatchString(message):
		c := Cause{Reason: Quota, Says: fmt.Sprintf("%s cannot make its pods, the quota of the namespace does not allow it: %s", id(o), said)}
		switch {
		case beyond(message):
			c.finalAt = d.view.Now
		case !d.releasing():
			c.finalAt = begun.Add(released)
		}
		return c
	case denied.MatchString(message):
		return Cause{Reason: Admission, Says: fmt.Sprintf("%s cannot make what it needs, admission refuses it: %s", id(o), said), finalAt: begun.Add(enforced)}
	case invalid.MatchString(message):
		return Cause{Reason: Refused, Says: fmt.Sprintf("%s cannot make what it needs, which is not valid: %s", id(o), said), finalAt: d.view.Now}
	}
	return Cause{Reason: Refused, Says: fmt.Sprintf("%s cannot make what it needs: %s", id(o), said)}
}

// beyond reports whether one pod asks for more than the whole quota.
func beyond(message string) bool {
	amounts := map[string]map[string]resource.Quantity{}
	for _, part := range quotaPart.FindAllStringSubmatch(message, -1) {
		amounts[part[1]] = map[string]resource.Quantity{}
		for pair := range strings.SplitSeq(part[2], ",") {
			name, text, _ := strings.Cut(pair, "=")
			if amount, err := resource.ParseQuantity(text); err == nil {
				amounts[part[1]][name] = amount
			}
		}
	}
	for name, requested := range amounts["requested"] {
		if limited, ok := amounts["limited"][name]; ok && requested.Cmp(limited) > 0 {
			return true
		}
	}
	return false
}

// releasing reports whether pods of the trees are on their way out, or about to be.
func (d *Diagnosis) releasing() bool {
	leaving := false
	walk(d.roots, func(n *node, _ int) {
		leaving = leaving || n.object.GetKind() == "Pod" && (n.outdated || n.object.GetDeletionTimestamp() != nil)
	})
	return leaving || slices.ContainsFunc(d.Pods, func(p Pod) bool { return p.outdated })
}

// groupLoops is how often a LeaderWorkerSet makes a group again before that is hopeless.
const groupLoops = 3

// reported are what operators tell by events, objects that are missed, and groups that are made
// again and again.
func (d *Diagnosis) reported() []Cause {
	var causes []Cause
	for i, root := range d.view.Roots {
		if root.Judgement.Phase == observe.Blocked {
			causes = append(causes, Cause{
				Reason: Reported, Says: fmt.Sprintf("the operator says of %s: %s", id(root.Object), oneLine(root.Judgement.Message)), finalAt: d.view.Begun.Add(settled),
			})
		}
		for _, e := range d.view.about(root.Object) {
			if e.Type != corev1.EventTypeWarning || !slices.Contains(d.view.Warnings, e.Reason) || lastTime(e).Before(d.view.Begun) {
				continue
			}
			c := Cause{Reason: Reported, Says: fmt.Sprintf("the operator says of %s: %s: %s", id(root.Object), e.Reason, oneLine(e.Message))}
			if lastTime(e).Sub(latest(firstTime(e), d.view.Begun)) >= warningGrace {
				c.finalAt = d.view.Now
			}
			causes = append(causes, c)
		}
		if i == 0 {
			causes = append(causes, d.absences()...)
		}
	}
	walk(d.roots, func(n *node, _ int) {
		for _, e := range d.view.about(n.object) {
			if e.Reason == "RecreateGroup" && times(e) >= groupLoops && !lastTime(e).Before(d.view.Begun) {
				causes = append(causes, Cause{
					Reason: GroupLoop, outdated: n.outdated, finalAt: d.view.Now,
					Says: fmt.Sprintf("%s has made a group again %d times because a container in it ended: %s", id(n.object), times(e), oneLine(e.Message)),
				})
			}
		}
	})
	return causes
}

// absences are what the first root refers to and does not get, and what does not fit it. All of it may
// still come, or be changed, by the same apply.
func (d *Diagnosis) absences() []Cause {
	var causes []Cause
	due := d.view.Begun.Add(settled)
	for _, a := range d.view.Absent {
		c := Cause{Reason: Absent, Field: a.Field, finalAt: due, Says: fmt.Sprintf("%s does not exist, which %s refers to", a.Object, a.Field)}
		if a.Failure != "" {
			c.Reason, c.Says = Unready, fmt.Sprintf("%s has failed, which %s refers to: %s", a.Object, a.Field, oneLine(a.Failure))
		}
		causes = append(causes, c)
	}
	for _, f := range d.view.Faults {
		causes = append(causes, Cause{Reason: Unsuited, Field: f.Field, finalAt: due, Says: f.Says})
	}
	return causes
}
