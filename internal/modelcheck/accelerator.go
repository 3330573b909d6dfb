package modelcheck

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// Accelerator is one that pods may get.
type Accelerator struct {
	Name      string
	MemoryMiB int64
}

// labels are those of nodes by which their accelerators are told: of GPU feature discovery, of AMD's node labeller, of GKE and of
// Karpenter on AWS.
var labels = []string{"nvidia.com/gpu.product", "amd.com/gpu.product-name", "cloud.google.com/gke-accelerator", "karpenter.k8s.aws/instance-gpu-name"}

// memoryLabel has the memory of a GPU in MiB.
// Source: NVIDIA/k8s-device-plugin internal/lm/resource.go@v0.20.0.
const memoryLabel = "nvidia.com/gpu.memory"

// slice matches a part of a GPU, in the name of a resource or of a product, with its memory in GB.
var slice = regexp.MustCompile(`(?i)mig-\d+[cg](?:\.\d+g)?\.(\d+)gb`)

// Named are the accelerators that a pod names by the resource or by labels of nodes, none where it may get others.
func Named(pod *corev1.PodSpec, resource string) []Accelerator {
	if a, part := sliced(resource); part {
		return []Accelerator{a}
	}
	if resource == "" {
		return nil
	}
	if named := labelled(pod.NodeSelector, nil); len(named) > 0 {
		return named
	}
	if pod.Affinity == nil || pod.Affinity.NodeAffinity == nil || pod.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return nil
	}
	var all []Accelerator
	for _, term := range pod.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		named := labelled(nil, term.MatchExpressions)
		if len(named) == 0 {
			return nil
		}
		all = append(all, named...)
	}
	slices.SortFunc(all, func(a, b Accelerator) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(all)
}

// labelled are the accelerators on nodes with some labels, none where these do not tell.
func labelled(selector map[string]string, wanted []corev1.NodeSelectorRequirement) []Accelerator {
	for _, label := range labels {
		var values []string
		if value, set := selector[label]; set {
			values = []string{value}
		}
		for _, w := range wanted {
			if w.Key == label && w.Operator == corev1.NodeSelectorOpIn {
				values = append(values, w.Values...)
			}
		}
		if len(values) == 0 {
			continue
		}
		var all []Accelerator
		for _, value := range values {
			a, known := product(value)
			if !known {
				return nil
			}
			all = append(all, a)
		}
		return all
	}
	return nil
}

// Offered are the accelerators of nodes, none where the labels of one of them do not tell.
func Offered(nodes []*corev1.Node, resource string) []Accelerator {
	if a, part := sliced(resource); part {
		return []Accelerator{a}
	}
	var all []Accelerator
	for _, node := range nodes {
		if amount, has := node.Status.Allocatable[corev1.ResourceName(resource)]; !has || amount.IsZero() {
			continue
		}
		a, known := ofNode(node.Labels)
		if !known {
			return nil
		}
		if !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

func ofNode(has map[string]string) (Accelerator, bool) {
	memory, err := strconv.ParseInt(has[memoryLabel], 10, 64)
	for _, label := range labels {
		a, known := product(has[label])
		if err == nil && memory > 0 && has[label] != "" {
			a.Name, a.MemoryMiB, known = has[label], memory, true
		}
		if known {
			return a, true
		}
	}
	return Accelerator{}, false
}

func sliced(name string) (Accelerator, bool) {
	match := slice.FindStringSubmatch(name)
	if match == nil {
		return Accelerator{}, false
	}
	gb, err := strconv.ParseInt(match[1], 10, 64)
	return Accelerator{name, gb << 10}, err == nil
}

// product is the accelerator of a label. Of a name that several sizes share, it is the largest.
func product(name string) (Accelerator, bool) {
	if a, part := sliced(name); part {
		return a, true
	}
	for _, each := range []string{name, strings.TrimPrefix(name, "nvidia-tesla-")} {
		if a, known := fit.Find(each); known {
			return Accelerator{a.Name, a.MemoryMiB}, true
		}
	}
	return Accelerator{}, false
}
