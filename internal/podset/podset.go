// Package podset says what pods a service runs, which accelerators they hold, and what a
// change does to them. Everything in it is pure and made for plans: nothing is looked up.
package podset

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Set is pods that are made from one description, in replicas of one or more pods, and
// that are scaled and replaced by the replica.
type Set struct {
	// Name tells the set from the others of the service and stays the same when the
	// service changes, such as "Deployment/chat" or "engine".
	Name string
	// Min and Max bound the replicas. They are the same where nothing scales the set.
	Min, Max int64
	// Size is the number of pods of a replica.
	Size int64
	// Devices are the accelerators that the pods of one replica hold together, by the name
	// of the resource; nil while that is not decided.
	Devices map[string]int64
	// Parts are the pods of one replica, those alike together; nil while they are not decided.
	Parts []Part
	// Template is what the pods are made from. Another one replaces them.
	Template any
	// Rollout is how they are replaced.
	Rollout Rollout
	// Groups is how the replicas are divided into groups that are replaced as a whole; nil where they are not.
	Groups *Groups
	// Ends is true for the pods of a Job, which serve nobody and come to an end.
	Ends bool
}

// Part is pods of a replica that are alike.
type Part struct {
	// Pods is how many there are.
	Pods int64
	Spec *corev1.PodSpec
}

// Sketched returns the parts with what a scheduler looks at and nothing else, for pods that
// are only like those that will run.
func Sketched(parts []Part) []Part {
	out := make([]Part, len(parts))
	for i, p := range parts {
		sketch := &corev1.PodSpec{
			NodeSelector: p.Spec.NodeSelector, Affinity: p.Spec.Affinity, Tolerations: p.Spec.Tolerations,
			Resources: p.Spec.Resources, Overhead: p.Spec.Overhead,
			PriorityClassName: p.Spec.PriorityClassName, ActiveDeadlineSeconds: p.Spec.ActiveDeadlineSeconds,
		}
		for _, c := range p.Spec.InitContainers {
			sketch.InitContainers = append(sketch.InitContainers, corev1.Container{Name: c.Name, Resources: c.Resources, RestartPolicy: c.RestartPolicy})
		}
		for _, c := range p.Spec.Containers {
			sketch.Containers = append(sketch.Containers, corev1.Container{Name: c.Name, Resources: c.Resources})
		}
		out[i] = Part{p.Pods, sketch}
	}
	return out
}

// Rollout is how the replicas of a set are replaced when its template changes.
type Rollout struct {
	// Recreate stops every replica before the first new one starts.
	Recreate bool
	// MaxUnavailable is how many replicas may be missing meanwhile, and MaxSurge how many
	// there may be beside the wanted ones: numbers or percentages, rounded down and up.
	MaxUnavailable, MaxSurge intstr.IntOrString
	// Partition is how many replicas stay as they are.
	Partition int64
}

// Steps returns a rollout of so many replicas at a time, with so many beside them.
func Steps(unavailable, surge int) Rollout {
	return Rollout{MaxUnavailable: intstr.FromInt(unavailable), MaxSurge: intstr.FromInt(surge)}
}

// Bounds are the least and the most of an accelerator that a service holds.
type Bounds struct{ Min, Max int64 }

// Accelerators adds up what the sets hold between the bounds of their replicas, by the
// name of the resource. It is false where that is not decided for one of them. A Job
// holds nothing in the end. What an update needs beside is not counted.
func Accelerators(sets []Set) (map[string]Bounds, bool) {
	total := map[string]Bounds{}
	for _, s := range sets {
		if s.Devices == nil && s.Max > 0 {
			return nil, false
		}
		for name, amount := range s.Devices {
			t := total[name]
			if !s.Ends {
				t.Min += s.Min * amount
			}
			t.Max += s.Max * amount
			total[name] = t
		}
	}
	return total, true
}
