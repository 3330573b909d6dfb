package capacity

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	helpers "k8s.io/component-helpers/resource"
)

// Complete returns a pod with what the API server fills in before it admits it: the
// defaults of the limit ranges of its namespace, and requests where only limits are given.
//
// Mirrors kubernetes/kubernetes plugin/pkg/admission/limitranger/admission.go@v1.36.3 and
// pkg/apis/core/v1/defaults.go@v1.36.3.
func Complete(spec *corev1.PodSpec, ranges []corev1.LimitRange) *corev1.PodSpec {
	out := spec.DeepCopy()
	for _, c := range containers(out) {
		fill(&c.Resources.Requests, c.Resources.Limits)
		for _, item := range items(ranges, corev1.LimitTypeContainer) {
			fill(&c.Resources.Limits, item.Default)
			fill(&c.Resources.Requests, item.DefaultRequest)
		}
		fill(&c.Resources.Requests, c.Resources.Limits)
	}
	return out
}

// containers are all containers of a pod, to be changed.
func containers(spec *corev1.PodSpec) []*corev1.Container {
	var out []*corev1.Container
	for i := range spec.InitContainers {
		out = append(out, &spec.InitContainers[i])
	}
	for i := range spec.Containers {
		out = append(out, &spec.Containers[i])
	}
	return out
}

func fill(list *corev1.ResourceList, defaults corev1.ResourceList) {
	for name, amount := range defaults {
		if _, set := (*list)[name]; set {
			continue
		}
		if *list == nil {
			*list = corev1.ResourceList{}
		}
		(*list)[name] = amount
	}
}

// items are the limits of one type in all limit ranges.
func items(ranges []corev1.LimitRange, kind corev1.LimitType) []corev1.LimitRangeItem {
	var out []corev1.LimitRangeItem
	for _, r := range ranges {
		for _, item := range r.Spec.Limits {
			if item.Type == kind {
				out = append(out, item)
			}
		}
	}
	return out
}

// requestsOf is what the scheduler counts of a pod, the pod itself among it.
func requestsOf(spec *corev1.PodSpec) corev1.ResourceList {
	requests := helpers.PodRequests(&corev1.Pod{Spec: *spec}, helpers.PodResourcesOptions{})
	requests[corev1.ResourcePods] = *resource.NewQuantity(1, resource.DecimalSI)
	return requests
}

func limitsOf(spec *corev1.PodSpec) corev1.ResourceList {
	return helpers.PodLimits(&corev1.Pod{Spec: *spec}, helpers.PodResourcesOptions{})
}

// fits reports whether the amounts are there, and else the first by name that is not.
func fits(wanted, there corev1.ResourceList) (corev1.ResourceName, bool) {
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		need, have := wanted[name], there[name]
		if !need.IsZero() && need.Cmp(have) > 0 {
			return name, false
		}
	}
	return "", true
}

// subtract takes the amounts from a list that is changed; it may go below zero.
func subtract(from, amounts corev1.ResourceList) {
	for name, amount := range amounts {
		left := from[name]
		left.Sub(amount)
		from[name] = left
	}
}

// text writes amounts as `cpu 4, nvidia.com/gpu 8`, accelerators first and without the pod itself.
func text(amounts corev1.ResourceList) string {
	names := slices.SortedFunc(maps.Keys(amounts), func(a, b corev1.ResourceName) int {
		if domains := strings.Count(string(b), "/") - strings.Count(string(a), "/"); domains != 0 {
			return domains
		}
		return strings.Compare(string(a), string(b))
	})
	var parts []string
	for _, name := range names {
		if amount := amounts[name]; !amount.IsZero() && name != corev1.ResourcePods {
			parts = append(parts, fmt.Sprintf("%s %s", name, amount.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// plural counts things, whose name ends with s.
func plural(n int64, things string) string {
	if n == 1 {
		return "1 " + strings.TrimSuffix(things, "s")
	}
	return fmt.Sprintf("%d %s", n, things)
}
