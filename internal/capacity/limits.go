package capacity

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Limits finds containers and pods that the limit ranges of the namespace do not admit.
//
// Mirrors kubernetes/kubernetes plugin/pkg/admission/limitranger/admission.go@v1.36.3.
func Limits(ranges []corev1.LimitRange, pods Pods) []Finding {
	var out []Finding
	for _, r := range ranges {
		for _, item := range r.Spec.Limits {
			switch item.Type {
			case corev1.LimitTypeContainer:
				for _, c := range containers(pods.Spec) {
					out = append(out, beyond(r.Name, item, fmt.Sprintf("container %q of %s", c.Name, pods.Name), c.Resources.Requests, c.Resources.Limits)...)
				}
			case corev1.LimitTypePod:
				out = append(out, beyond(r.Name, item, "a pod of "+pods.Name, requestsOf(pods.Spec), limitsOf(pods.Spec))...)
			}
		}
	}
	return out
}

// beyond compares what a container or a pod requests and is limited to with the bounds of a range.
func beyond(name string, item corev1.LimitRangeItem, who string, requests, limits corev1.ResourceList) []Finding {
	var out []Finding
	report := func(r corev1.ResourceName, what string) {
		out = append(out, Finding{
			Says: fmt.Sprintf("%s %s, which LimitRange %s does not admit", who, what, name), About: []string{string(r)},
			Remedy: "Change the resources of the container, or the limit range of the namespace.",
		})
	}
	side := func(r corev1.ResourceName, list corev1.ResourceList, verb string, bad func(resource.Quantity) bool, bound string) bool {
		amount, set := list[r]
		if set && bad(amount) {
			report(r, fmt.Sprintf("%s %s %s, %s", verb, r, amount.String(), bound))
		}
		return set
	}
	for _, r := range slices.Sorted(maps.Keys(item.Min)) {
		least := item.Min[r]
		less := func(q resource.Quantity) bool { return q.Cmp(least) < 0 }
		bound := "less than " + least.String()
		if !side(r, requests, "requests", less, bound) {
			report(r, fmt.Sprintf("requests no %s, of which at least %s is asked for", r, least.String()))
		}
		if request := requests[r]; request.Cmp(least) >= 0 {
			side(r, limits, "is limited to", less, bound)
		}
	}
	for _, r := range slices.Sorted(maps.Keys(item.Max)) {
		most := item.Max[r]
		more := func(q resource.Quantity) bool { return q.Cmp(most) > 0 }
		bound := "more than " + most.String()
		if !side(r, limits, "is limited to", more, bound) {
			report(r, fmt.Sprintf("has no limit of %s, of which at most %s is allowed", r, most.String()))
		}
		if limit := limits[r]; limit.Cmp(most) <= 0 {
			side(r, requests, "requests", more, bound)
		}
	}
	return out
}
