package tree

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
)

// unattended is about a pod that is left to a scheduler of another name than that of Kubernetes, and that no scheduler has
// looked at. A scheduler may let pods wait without a word, so it does not pass by itself only where the scheduler
// is known to be none of the cluster's.
func (d *Diagnosis) unattended(p Pod) []Cause {
	name := p.pod.Spec.SchedulerName
	about := &unstructured.Unstructured{}
	about.SetUID(p.pod.UID)
	spoken := slices.ContainsFunc(d.view.about(about), func(e corev1.Event) bool { return e.Source.Component == name || e.ReportingController == name })
	if name == "" || name == corev1.DefaultSchedulerName || spoken || len(p.pod.Spec.SchedulingGates) > 0 {
		return nil
	}
	due := latest(p.pod.CreationTimestamp.Time, d.view.Begun).Add(missed)
	if d.view.Now.Before(due) {
		d.again(due)
		return nil
	}
	c := Cause{
		Reason: NoScheduler, Misses: &capacity.Reference{Kind: "Scheduler", Name: name}, outdated: p.outdated,
		Says: fmt.Sprintf("no scheduler has looked at Pod/%s, which is left to the scheduler %s", p.Name, name),
	}
	if !slices.Contains(d.Schedulers, name) {
		d.Schedulers = append(d.Schedulers, name)
	}
	if slices.Contains(d.view.NoSchedulers, name) {
		c.Says += "; the cluster does not have it"
		c.finalAt = d.view.Begun.Add(settled)
	}
	return []Cause{c}
}
