package capacity

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"pgregory.net/rapid"
)

// anyPods are pods with some GPUs, of which there may be none.
func anyPods(rt *rapid.T, label string) Pods {
	n := rapid.Int64Range(0, 8).Draw(rt, label+" gpus")
	limits := corev1.ResourceList{"nvidia.com/gpu": *resource.NewQuantity(n, resource.DecimalSI)}
	spec := &corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Resources: corev1.ResourceRequirements{Limits: limits, Requests: limits}}}}
	return Pods{Name: label, Count: rapid.Int64Range(0, 12).Draw(rt, label+" count"), Spec: spec}
}

// TestRoomProperties packs pods at random: no node gives more than it has, what finds no place
// fits nowhere, and all is reported that is not placed and nothing else.
func TestRoomProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var nodes []corev1.Node
		for i := range rapid.IntRange(0, 4).Draw(rt, "nodes") {
			n := corev1.Node{}
			n.Name = fmt.Sprint(i)
			n.Status.Allocatable = corev1.ResourceList{
				"nvidia.com/gpu": *resource.NewQuantity(rapid.Int64Range(0, 8).Draw(rt, "allocatable"), resource.DecimalSI),
				"pods":           *resource.NewQuantity(rapid.Int64Range(0, 10).Draw(rt, "pods"), resource.DecimalSI),
			}
			nodes = append(nodes, n)
		}
		var wanted []Pods
		for i := range rapid.IntRange(1, 3).Draw(rt, "templates") {
			wanted = append(wanted, anyPods(rt, fmt.Sprintf("template %d", i)))
		}
		f := newFloor(nodes, nil)
		left, impossible := 0, 0
		for _, pods := range bySize(wanted) {
			if len(Nodes(nodes, pods)) > 0 {
				impossible++
				continue
			}
			if f.place(pods) == pods.Count {
				continue
			}
			left++
			for _, n := range nodes {
				if _, ok := fits(requestsOf(pods.Spec), f.free[n.Name]); ok {
					rt.Fatalf("%s was left although node %s has room: %v", pods.Name, n.Name, f.free)
				}
			}
		}
		for name, free := range f.free {
			for r, amount := range free {
				if amount.Sign() < 0 {
					rt.Fatalf("node %s gives %s more of %s than it has", name, amount.String(), r)
				}
			}
		}
		if found := Room(nodes, nil, nil, wanted); len(found) != left {
			rt.Fatalf("%d findings for %d templates without room and %d that no node takes: %v", len(found), left, impossible, found)
		}
		for _, pods := range wanted {
			if pods.Count == 0 {
				continue
			}
			some := false
			for _, n := range nodes {
				_, ok := fits(requestsOf(pods.Spec), n.Status.Allocatable)
				some = some || ok
			}
			if told := len(Nodes(nodes, pods)) > 0; told == some {
				rt.Fatalf("%s fits on an empty node: %t, told otherwise: %t", pods.Name, some, told)
			}
		}
	})
}
