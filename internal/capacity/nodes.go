package capacity

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	scheduling "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"
)

// Nodes finds pods that no node takes, whatever runs there: because of selectors, affinity
// and taints, or because no node is large enough.
//
// Mirrors kubernetes/kubernetes pkg/scheduler/framework/plugins/{nodeaffinity,tainttoleration,nodeunschedulable,noderesources}@v1.36.3.
func Nodes(nodes []corev1.Node, pods Pods) []Finding {
	if pods.Count == 0 {
		return nil
	}
	found, against := candidates(nodes, pods.Spec)
	if len(found) == 0 {
		return []Finding{{
			Says: fmt.Sprintf("no node takes the pods of %s: %s", pods.Name, against.text(len(nodes))), About: constraints(pods.Spec),
			Remedy: "Add a node that takes them, or change their node selector, affinity or tolerations.",
		}}
	}
	requests := requestsOf(pods.Spec)
	short := map[corev1.ResourceName]bool{}
	for _, node := range found {
		name, ok := fits(requests, node.Status.Allocatable)
		if ok {
			return nil
		}
		short[name] = true
	}
	var about, most []string
	for _, name := range slices.Sorted(maps.Keys(short)) {
		about = append(about, string(name))
		most = append(most, fmt.Sprintf("%s %s", name, largest(found, name)))
	}
	return []Finding{{
		Says: fmt.Sprintf("no node is large enough for a pod of %s, which requests %s: the most that one of %s has is %s",
			pods.Name, text(requests), plural(int64(len(found)), "candidate nodes"), strings.Join(most, ", ")),
		About: about, Remedy: "Add a larger node, or lower what the containers request.",
	}}
}

// largest is the most of a resource that a node has.
func largest(nodes []*corev1.Node, name corev1.ResourceName) string {
	most := nodes[0].Status.Allocatable[name]
	for _, node := range nodes[1:] {
		if amount := node.Status.Allocatable[name]; amount.Cmp(most) > 0 {
			most = amount
		}
	}
	return most.String()
}

// reasons counts the nodes that are no candidates, by the reason.
type reasons map[string]int

func (r reasons) text(nodes int) string {
	if nodes == 0 {
		return "the cluster has no nodes"
	}
	var parts []string
	for _, reason := range slices.SortedFunc(maps.Keys(r), func(a, b string) int {
		if r[a] != r[b] {
			return r[b] - r[a]
		}
		return strings.Compare(a, b)
	}) {
		parts = append(parts, fmt.Sprintf("%d %s", r[reason], reason))
	}
	return fmt.Sprintf("of %s, %s", plural(int64(nodes), "nodes"), strings.Join(parts, ", "))
}

// candidates are the nodes that take a pod if they have room.
func candidates(nodes []corev1.Node, spec *corev1.PodSpec) ([]*corev1.Node, reasons) {
	affinity := nodeaffinity.GetRequiredNodeAffinity(&corev1.Pod{Spec: *spec})
	var out []*corev1.Node
	against := reasons{}
	for i := range nodes {
		node := &nodes[i]
		if why := refuses(node, spec, affinity); why != "" {
			against[why]++
			continue
		}
		out = append(out, node)
	}
	return out, against
}

// refuses says why a node does not take a pod, "" if it does. An affinity that cannot be
// read is not held against a node.
func refuses(node *corev1.Node, spec *corev1.PodSpec, affinity nodeaffinity.RequiredNodeAffinity) string {
	if spec.NodeName != "" && spec.NodeName != node.Name {
		return "is not the named one"
	}
	if ok, err := affinity.Match(node); err == nil && !ok {
		return "without the labels that are asked for"
	}
	cordoned := &corev1.Taint{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule}
	if node.Spec.Unschedulable && !scheduling.TolerationsTolerateTaint(klog.Logger{}, spec.Tolerations, cordoned, false) {
		return "cordoned"
	}
	taint, found := scheduling.FindMatchingUntoleratedTaint(klog.Logger{}, node.Spec.Taints, spec.Tolerations, func(t *corev1.Taint) bool {
		return t.Effect == corev1.TaintEffectNoSchedule || t.Effect == corev1.TaintEffectNoExecute
	}, false)
	if found {
		return "with the taint " + taint.ToString() + " that is not tolerated"
	}
	return ""
}

// Suits reports whether a node, were it empty, could take a pod: by its labels and by what
// it has. Taints and cordons are left out, since they come and go.
func Suits(node *corev1.Node, spec *corev1.PodSpec) bool {
	if ok, err := nodeaffinity.GetRequiredNodeAffinity(&corev1.Pod{Spec: *spec}).Match(node); err == nil && !ok {
		return false
	}
	requests := requestsOf(spec)
	delete(requests, corev1.ResourcePods)
	_, enough := fits(requests, node.Status.Allocatable)
	return enough
}

// Candidates are the nodes that take a pod if they have room.
func Candidates(nodes []corev1.Node, spec *corev1.PodSpec) []*corev1.Node {
	found, _ := candidates(nodes, spec)
	return found
}

// Short are the resources of which a node has too little for a pod, were it empty.
func Short(node *corev1.Node, spec *corev1.PodSpec) []string {
	var short []string
	for name, need := range requestsOf(spec) {
		if have := node.Status.Allocatable[name]; name != corev1.ResourcePods && !need.IsZero() && need.Cmp(have) > 0 {
			short = append(short, string(name))
		}
	}
	return short
}

// Wanting are the resources of which nodes have too little for a pod, were they empty: of those that have the devices that it asks for,
// where any has.
func Wanting(nodes []*corev1.Node, spec *corev1.PodSpec) []string {
	isDevice := func(name string) bool { return strings.Contains(name, "/") }
	var among, devices []string
	for _, node := range nodes {
		short := Short(node, spec)
		if slices.ContainsFunc(short, isDevice) {
			devices = append(devices, slices.DeleteFunc(short, func(name string) bool { return !isDevice(name) })...)
			continue
		}
		among = append(among, short...)
	}
	if len(among) > 0 {
		return among
	}
	return devices
}

// constraints are the labels that a pod asks of its node.
func constraints(spec *corev1.PodSpec) []string {
	out := slices.Sorted(maps.Keys(spec.NodeSelector))
	if spec.Affinity == nil || spec.Affinity.NodeAffinity == nil || spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return out
	}
	for _, term := range spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, e := range term.MatchExpressions {
			out = append(out, e.Key)
		}
	}
	return out
}
