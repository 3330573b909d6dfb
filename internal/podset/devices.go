package podset

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/resource"
)

// Devices returns what a pod holds of every extended resource: accelerators, and whatever
// else device plugins give out. It is never nil. Devices that are claimed through dynamic resource
// allocation have no such name and are not among them.
//
// A limit without a request is the request.
func Devices(pod *corev1.PodSpec) map[string]int64 {
	out := map[string]int64{}
	for name, quantity := range resource.PodRequests(&corev1.Pod{Spec: *requested(pod)}, resource.PodResourcesOptions{}) {
		if IsExtended(name) {
			out[string(name)] = quantity.Value()
		}
	}
	return out
}

// requested is a pod with the requests that follow from its limits.
func requested(pod *corev1.PodSpec) *corev1.PodSpec {
	out := pod.DeepCopy()
	for _, containers := range [][]corev1.Container{out.InitContainers, out.Containers} {
		for i := range containers {
			requests := maps.Clone(containers[i].Resources.Limits)
			if requests == nil {
				continue
			}
			maps.Copy(requests, containers[i].Resources.Requests)
			containers[i].Resources.Requests = requests
		}
	}
	return out
}

// IsExtended reports whether a resource is one that device plugins give out: its name has a
// domain, and not one of Kubernetes.
//
// Mirrors kubernetes/kubernetes pkg/apis/core/v1/helper/helpers.go@v1.36.3.
func IsExtended(name corev1.ResourceName) bool {
	domain, _, qualified := strings.Cut(string(name), "/")
	return qualified && domain != "kubernetes.io" && !strings.HasSuffix(domain, ".kubernetes.io") &&
		!strings.HasPrefix(domain, corev1.DefaultResourceRequestsPrefix)
}

// accelerators are the resource names that devices have which a part of a model runs on; a
// prefix ends in "-". Other extended resources are such as network interfaces.
var accelerators = []string{
	"nvidia.com/gpu", "nvidia.com/mig-", "amd.com/gpu", "google.com/tpu", "gpu.intel.com/i915", "gpu.intel.com/xe",
	"habana.ai/gaudi", "huawei.com/Ascend910", "aws.amazon.com/neuron", "aws.amazon.com/neuroncore",
}

// IsAccelerator reports whether a resource is known to be one that engines split a model over.
func IsAccelerator(name corev1.ResourceName) bool {
	return slices.ContainsFunc(accelerators, func(device string) bool {
		return string(name) == device || strings.HasSuffix(device, "-") && strings.HasPrefix(string(name), device)
	})
}

// add adds n times the amounts to total.
func add(total, amounts map[string]int64, n int64) {
	for name, amount := range amounts {
		total[name] += n * amount
	}
}
