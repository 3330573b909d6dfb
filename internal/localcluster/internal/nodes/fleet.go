// Package nodes gives the cluster nodes with CPUs and GPUs that do not exist, and plays their kubelets with kwok.
package nodes

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// simulated marks a node that Kubelets manages.
const simulated = "kwok.x-k8s.io/node"

// Fleet is how many nodes of each sort there are. All are linux/amd64 with 128 CPUs, 2 TiB of memory and room for 250 pods.
type Fleet struct {
	CPU  int // Nodes cpu-0, cpu-1, ... without GPUs.
	GPU  int // Nodes gpu-0, gpu-1, ... with the labels of NVIDIA's feature discovery.
	GPUs int // nvidia.com/gpu of each GPU node.
}

// Size is the number of nodes.
func (f Fleet) Size() int { return f.CPU + f.GPU }

// Create creates the nodes and waits until all are ready.
func (f Fleet) Create(ctx context.Context, client kubernetes.Interface) error {
	for i := range f.CPU {
		if err := create(ctx, client, node(fmt.Sprintf("cpu-%d", i), 0)); err != nil {
			return err
		}
	}
	for i := range f.GPU {
		if err := create(ctx, client, node(fmt.Sprintf("gpu-%d", i), f.GPUs)); err != nil {
			return err
		}
	}
	ready := 0
	err := wait.PollUntilContextCancel(ctx, 50*time.Millisecond, true, func(ctx context.Context) (bool, error) {
		nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
		if err != nil {
			return false, err
		}
		ready = 0
		for _, n := range nodes.Items {
			if isReady(n) {
				ready++
			}
		}
		return ready == f.Size(), nil
	})
	if err != nil {
		return fmt.Errorf("%d of %d nodes are ready: %w", ready, f.Size(), errors.Join(context.Cause(ctx), err))
	}
	return nil
}

func create(ctx context.Context, client kubernetes.Interface, n *corev1.Node) error {
	if _, err := client.CoreV1().Nodes().Create(ctx, n, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("node %s: %w", n.Name, err)
	}
	return nil
}

func node(name string, gpus int) *corev1.Node {
	capacity := corev1.ResourceList{
		corev1.ResourceCPU:              resource.MustParse("128"),
		corev1.ResourceMemory:           resource.MustParse("2Ti"),
		corev1.ResourceEphemeralStorage: resource.MustParse("4Ti"),
		corev1.ResourcePods:             resource.MustParse("250"),
	}
	labels := map[string]string{
		simulated:              "fake",
		corev1.LabelHostname:   name,
		corev1.LabelOSStable:   "linux",
		corev1.LabelArchStable: "amd64",
	}
	if gpus > 0 {
		capacity["nvidia.com/gpu"] = *resource.NewQuantity(int64(gpus), resource.DecimalSI)
		labels["nvidia.com/gpu.present"] = "true"
		labels["nvidia.com/gpu.product"] = "NVIDIA-H100-80GB-HBM3"
		labels["nvidia.com/gpu.count"] = strconv.Itoa(gpus)
	}
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels, Annotations: map[string]string{simulated: "fake"}},
		Status:     corev1.NodeStatus{Capacity: capacity, Allocatable: capacity},
	}
}

// isReady leaves out a node whose start-up taints the node controller has not removed yet.
func isReady(n corev1.Node) bool {
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c.Status == corev1.ConditionTrue && len(n.Spec.Taints) == 0
		}
	}
	return false
}
