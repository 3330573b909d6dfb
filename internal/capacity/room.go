package capacity

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// maxPlaced bounds how many pods of a template are tried: more than that are as hopeless.
const maxPlaced = 5000

// Room estimates which pods find no room beside those that run, largest first and each on
// the first node that has room for it. The scheduler may find a better order, and rules among pods
// are not looked at. others are wanted as well and come first; they are not reported, and
// neither are pods that no empty node takes, nor those with a priority class, which may push others
// out. Running pods of a negative priority make way for every other.
func Room(nodes []corev1.Node, running []corev1.Pod, others, wanted []Pods) []Finding {
	f := newFloor(nodes, running)
	for _, pods := range bySize(others) {
		f.place(pods)
	}
	var out []Finding
	for _, pods := range bySize(wanted) {
		if pods.Spec.PriorityClassName != "" {
			f.place(pods)
			continue
		}
		if len(Nodes(nodes, pods)) > 0 {
			continue
		}
		if left := min(pods.Count, maxPlaced) - f.place(pods); left > 0 {
			requests := requestsOf(pods.Spec)
			out = append(out, Finding{
				Says: fmt.Sprintf("an estimate finds no room for %d of %s of %s, each of which requests %s, beside what runs on the nodes that take them",
					left, plural(min(pods.Count, maxPlaced), "pods"), pods.Name, text(requests)),
				About: accelerators(requests), Remedy: "Add nodes, free what others hold, or lower the replicas.",
			})
		}
	}
	return out
}

// bySize sorts pods so that those that are hardest to place come first: by accelerators,
// then memory, then processors.
func bySize(pods []Pods) []Pods {
	return slices.SortedStableFunc(slices.Values(pods), func(a, b Pods) int {
		x, y := requestsOf(a.Spec), requestsOf(b.Spec)
		if c := cmp.Compare(devices(y), devices(x)); c != 0 {
			return c
		}
		if c := y.Memory().Cmp(*x.Memory()); c != 0 {
			return c
		}
		return y.Cpu().Cmp(*x.Cpu())
	})
}

// devices is the number of accelerators of all names.
func devices(list corev1.ResourceList) int64 {
	var n int64
	for _, name := range accelerators(list) {
		amount := list[corev1.ResourceName(name)]
		n += amount.Value()
	}
	return n
}

// accelerators are the names of resources that have a domain.
func accelerators(list corev1.ResourceList) []string {
	var out []string
	for name, amount := range list {
		if podset.IsExtended(name) && !amount.IsZero() {
			out = append(out, string(name))
		}
	}
	slices.Sort(out)
	return out
}

// floor is the room that is left on the nodes.
type floor struct {
	nodes []corev1.Node
	free  map[string]corev1.ResourceList
}

func newFloor(nodes []corev1.Node, running []corev1.Pod) *floor {
	f := &floor{nodes: nodes, free: map[string]corev1.ResourceList{}}
	for _, node := range nodes {
		f.free[node.Name] = node.Status.Allocatable.DeepCopy()
	}
	for i := range running {
		pod := &running[i]
		makesWay := pod.Spec.Priority != nil && *pod.Spec.Priority < 0
		if free, known := f.free[pod.Spec.NodeName]; known && !makesWay && pod.Status.Phase != corev1.PodSucceeded && pod.Status.Phase != corev1.PodFailed {
			subtract(free, requestsOf(&pod.Spec))
		}
	}
	return f
}

// place puts as many of the pods on nodes as have room, and returns how many.
func (f *floor) place(pods Pods) int64 {
	found, _ := candidates(f.nodes, pods.Spec)
	requests := requestsOf(pods.Spec)
	var placed int64
	for _, node := range found {
		for placed < min(pods.Count, maxPlaced) {
			if _, ok := fits(requests, f.free[node.Name]); !ok {
				break
			}
			subtract(f.free[node.Name], requests)
			placed++
		}
	}
	return placed
}
