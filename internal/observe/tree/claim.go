package tree

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
)

// The words of the scheduler about claims for volumes: one that does not exist or goes away, and those of which it names none.
//
// Source: kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/{binder,volume_binding}.go@v1.36.3.
var (
	claimMissing = regexp.MustCompile(`persistentvolumeclaim "([^"]+)" (not found|is being deleted)`)
	claimUnbound = regexp.MustCompile(`unbound immediate PersistentVolumeClaims|didn't find available persistent volumes to bind|bound to non-existent persistentvolume`)
)

const claimKind = "PersistentVolumeClaim"

// claimCauses are about the claims of a pod, where it is for them that the scheduler finds no node.
func (d *Diagnosis) claimCauses(p Pod, message string) []Cause {
	if match := claimMissing.FindStringSubmatch(message); match != nil {
		ref := capacity.Reference{Kind: claimKind, Name: match[1]}
		c := Cause{Reason: Absent, Misses: &ref, Says: fmt.Sprintf("%s %s does not exist, which Pod/%s uses", ref.Kind, ref.Name, p.Name)}
		if match[2] != "not found" {
			c.Says, c.outdated = fmt.Sprintf("%s %s is being deleted, and Pod/%s uses it", ref.Kind, ref.Name, p.Name), p.outdated
			return []Cause{c}
		}
		return []Cause{d.absent(c, p.outdated)}
	}
	if !claimUnbound.MatchString(message) {
		return nil
	}
	var causes []Cause
	for _, ref := range claimsOf(p.pod) {
		says, waits := d.unbound(ref)
		if !waits {
			continue
		}
		causes = append(causes, Cause{
			Reason: Unbound, Misses: &ref, outdated: p.outdated,
			Says: fmt.Sprintf("%s %s has no volume, which Pod/%s waits for%s", ref.Kind, ref.Name, p.Name, says),
		})
	}
	return causes
}

// claimsOf are the claims that a pod uses, and those that are made for it.
func claimsOf(pod *corev1.Pod) []capacity.Reference {
	var out []capacity.Reference
	for _, v := range pod.Spec.Volumes {
		switch {
		case v.PersistentVolumeClaim != nil:
			out = append(out, capacity.Reference{Kind: claimKind, Name: v.PersistentVolumeClaim.ClaimName})
		case v.Ephemeral != nil:
			out = append(out, capacity.Reference{Kind: claimKind, Name: pod.Name + "-" + v.Name})
		}
	}
	return out
}

// unbound reports whether a claim waits for a volume, as far as that is known, and what is said about it.
func (d *Diagnosis) unbound(ref capacity.Reference) (says string, waits bool) {
	live := d.find(ref)
	if live == nil {
		return "", true
	}
	claim := typed[corev1.PersistentVolumeClaim](live)
	if claim == nil || claim.Status.Phase == corev1.ClaimBound {
		return "", false
	}
	for _, e := range slices.Backward(d.view.about(live)) {
		if e.Type == corev1.EventTypeWarning || e.Reason == "FailedBinding" {
			return ": " + strings.TrimSuffix(oneLine(e.Message), "."), true
		}
	}
	return "", true
}
