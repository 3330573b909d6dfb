package capacity

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	helpers "k8s.io/component-helpers/resource"

	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// Quotas finds what pods need beyond the quotas of their namespace. own are running pods that
// the wanted ones replace, whose share comes free; others are wanted in the namespace as well.
// A quota whose scopes do not tell of a template whether they hold is left out.
//
// Mirrors kubernetes/kubernetes pkg/quota/v1/evaluator/core/pods.go@v1.36.3.
func Quotas(quotas []corev1.ResourceQuota, own []corev1.Pod, others, wanted []Pods) []Finding {
	var out []Finding
	for _, q := range quotas {
		out = append(out, quota(q, own, others, wanted)...)
	}
	return out
}

func quota(q corev1.ResourceQuota, own []corev1.Pod, others, wanted []Pods) []Finding {
	need, beside, release := corev1.ResourceList{}, corev1.ResourceList{}, corev1.ResourceList{}
	for _, part := range []struct {
		pods []Pods
		into corev1.ResourceList
	}{{wanted, need}, {others, beside}} {
		for _, pods := range part.pods {
			holds, decided := scoped(q.Spec, pods.Spec)
			if !decided {
				return nil
			}
			if holds {
				add(part.into, usage(pods.Spec), pods.Count)
			}
		}
	}
	if len(need) == 0 {
		return nil
	}
	for i := range own {
		if holds, decided := scoped(q.Spec, &own[i].Spec); decided && holds {
			add(release, usage(&own[i].Spec), 1)
		}
	}
	var out []Finding
	for _, name := range slices.Sorted(maps.Keys(hard(q))) {
		limit, used, wants := hard(q)[name], q.Status.Used[name], need[name]
		used.Sub(release[name])
		if used.Sign() < 0 {
			used = resource.Quantity{}
		}
		used.Add(beside[name])
		total := used.DeepCopy()
		total.Add(wants)
		if !wants.IsZero() && total.Cmp(limit) > 0 {
			out = append(out, Finding{
				Says:   fmt.Sprintf("ResourceQuota %s has no room: %s needs %s, and %s of %s is in use by others", q.Name, name, wants.String(), used.String(), limit.String()),
				About:  []string{strings.TrimPrefix(strings.TrimPrefix(string(name), "requests."), "limits.")},
				Remedy: "Raise the quota, free what others hold, or lower the replicas or requests.",
			})
		}
		if wants.IsZero() {
			out = append(out, unstated(q, name, wanted)...)
		}
	}
	return out
}

func hard(q corev1.ResourceQuota) corev1.ResourceList {
	if len(q.Status.Hard) > 0 {
		return q.Status.Hard
	}
	return q.Spec.Hard
}

// computed are the resources that every container must state where a quota bounds them.
var computed = []corev1.ResourceName{
	corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceRequestsCPU, corev1.ResourceRequestsMemory, corev1.ResourceLimitsCPU, corev1.ResourceLimitsMemory,
}

// unstated finds pods that leave out what a quota obliges them to state.
func unstated(q corev1.ResourceQuota, name corev1.ResourceName, wanted []Pods) []Finding {
	if !slices.Contains(computed, name) {
		return nil
	}
	var out []Finding
	for _, pods := range wanted {
		if holds, decided := scoped(q.Spec, pods.Spec); !decided || !holds || pods.Count == 0 {
			continue
		}
		out = append(out, Finding{
			Says:  fmt.Sprintf("ResourceQuota %s bounds %s, which the containers of %s do not state, so that no pod is admitted", q.Name, name, pods.Name),
			About: []string{"resources"}, Remedy: "Set the resources of every container.",
		})
	}
	return out
}

// usage is what a pod counts for in a quota, by all the names that a quota may use.
func usage(spec *corev1.PodSpec) corev1.ResourceList {
	one := *resource.NewQuantity(1, resource.DecimalSI)
	out := corev1.ResourceList{corev1.ResourcePods: one, "count/pods": one}
	options := helpers.PodResourcesOptions{}
	for name, amount := range helpers.PodRequests(&corev1.Pod{Spec: *spec}, options) {
		if podset.IsExtended(name) {
			out[corev1.DefaultResourceRequestsPrefix+name] = amount
			continue
		}
		out[name], out[corev1.DefaultResourceRequestsPrefix+name] = amount, amount
	}
	for name, amount := range limitsOf(spec) {
		if !podset.IsExtended(name) {
			out["limits."+name] = amount
		}
	}
	return out
}

func add(to, amounts corev1.ResourceList, times int64) {
	for name, amount := range amounts {
		total := to[name]
		amount.Mul(times)
		total.Add(amount)
		to[name] = total
	}
}

// scoped reports whether a quota holds for a pod; it is not decided for scopes that a
// template alone does not tell.
func scoped(q corev1.ResourceQuotaSpec, spec *corev1.PodSpec) (holds, decided bool) {
	selectors := []corev1.ScopedResourceSelectorRequirement{}
	for _, scope := range q.Scopes {
		selectors = append(selectors, corev1.ScopedResourceSelectorRequirement{ScopeName: scope, Operator: corev1.ScopeSelectorOpExists})
	}
	if q.ScopeSelector != nil {
		selectors = append(selectors, q.ScopeSelector.MatchExpressions...)
	}
	for _, s := range selectors {
		match, known := inScope(s, spec)
		if !known {
			return false, false
		}
		if !match {
			return false, true
		}
	}
	return true, true
}

func inScope(s corev1.ScopedResourceSelectorRequirement, spec *corev1.PodSpec) (match, known bool) {
	switch s.ScopeName {
	case corev1.ResourceQuotaScopeTerminating:
		return spec.ActiveDeadlineSeconds != nil, true
	case corev1.ResourceQuotaScopeNotTerminating:
		return spec.ActiveDeadlineSeconds == nil, true
	case corev1.ResourceQuotaScopeBestEffort:
		return bestEffort(spec), true
	case corev1.ResourceQuotaScopeNotBestEffort:
		return !bestEffort(spec), true
	case corev1.ResourceQuotaScopePriorityClass:
		// A pod that names no class may get the default one.
		class := spec.PriorityClassName
		switch s.Operator {
		case corev1.ScopeSelectorOpExists:
			return class != "", class != ""
		case corev1.ScopeSelectorOpIn:
			return slices.Contains(s.Values, class), class != ""
		case corev1.ScopeSelectorOpNotIn:
			return !slices.Contains(s.Values, class), class != ""
		}
	}
	return false, false
}

// bestEffort reports whether no container states processors or memory.
func bestEffort(spec *corev1.PodSpec) bool {
	return !slices.ContainsFunc(containers(spec), func(c *corev1.Container) bool {
		for _, list := range []corev1.ResourceList{c.Resources.Requests, c.Resources.Limits} {
			for _, name := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory} {
				if amount := list[name]; !amount.IsZero() {
					return true
				}
			}
		}
		return false
	})
}
