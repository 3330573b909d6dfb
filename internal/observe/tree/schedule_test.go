package tree

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// TestLacks shows which resources a pod does not get, where the scheduler counts nodes that could never take it.
func TestLacks(t *testing.T) {
	const gpu = "nvidia.com/gpu"
	amounts := func(memory, gpus string) corev1.ResourceList {
		return corev1.ResourceList{corev1.ResourceMemory: resource.MustParse(memory), gpu: resource.MustParse(gpus), corev1.ResourcePods: resource.MustParse("10")}
	}
	node := func(memory, gpus string) corev1.Node {
		return corev1.Node{Status: corev1.NodeStatus{Allocatable: amounts(memory, gpus)}}
	}
	spec := corev1.PodSpec{Containers: []corev1.Container{{Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
		corev1.ResourceMemory: resource.MustParse("64Gi"), gpu: resource.MustParse("1"),
	}}}}}
	small, big, device := node("16Gi", "0"), node("128Gi", "0"), node("128Gi", "1")
	cordoned := node("16Gi", "0")
	cordoned.Spec.Unschedulable = true
	for name, tc := range map[string]struct {
		reason, message string
		nodes           []corev1.Node
		want            []string
	}{
		"devices taken":      {"memory lacks only where there are no devices", "3 Insufficient nvidia.com/gpu, 2 Insufficient memory", []corev1.Node{small, small, device}, []string{gpu}},
		"memory taken":       {"the node with the device has none left, which the count shows", "2 Insufficient nvidia.com/gpu, 3 Insufficient memory", []corev1.Node{small, small, device}, []string{"memory"}},
		"both taken":         {"the node with the device has neither left", "3 Insufficient nvidia.com/gpu, 3 Insufficient memory", []corev1.Node{small, small, device}, []string{"memory", gpu}},
		"too little memory":  {"no node with a device is large enough, and the one without is no help", "1 Insufficient memory, 1 Insufficient nvidia.com/gpu", []corev1.Node{node("32Gi", "1"), big}, []string{"memory"}},
		"no devices at all":  {"a node without devices says nothing of memory", "2 Insufficient nvidia.com/gpu, 2 Insufficient memory", []corev1.Node{small, small}, []string{gpu}},
		"nodes of others":    {"the scheduler does not count nodes that it may not use", "1 Insufficient memory, 2 node(s) didn't match Pod's node affinity/selector", []corev1.Node{cordoned, cordoned, device}, []string{"memory"}},
		"nodes are not read": {"all that the scheduler says may matter", "3 Insufficient nvidia.com/gpu, 2 Insufficient memory", nil, []string{"memory", gpu}},
	} {
		t.Run(name, func(t *testing.T) {
			d := &Diagnosis{view: View{Nodes: tc.nodes}}
			if diff := cmp.Diff(tc.want, d.lacks(Pod{pod: &corev1.Pod{Spec: spec}}, "0/3 nodes are available: "+tc.message+".")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
	// A pod without devices is held to what its containers request of nodes that have none.
	spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("64Gi")}
	d := &Diagnosis{view: View{Nodes: []corev1.Node{small, small}}}
	if diff := cmp.Diff([]string{"memory"}, d.lacks(Pod{pod: &corev1.Pod{Spec: spec}}, "0/2 nodes are available: 2 Insufficient memory.")); diff != "" {
		t.Errorf("without devices (-want +got):\n%s", diff)
	}
}
