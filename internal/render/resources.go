package render

import corev1 "k8s.io/api/core/v1"

// MergeResources returns override with the limits and requests of base for the
// resources it does not name.
func MergeResources(base, override corev1.ResourceRequirements) corev1.ResourceRequirements {
	return corev1.ResourceRequirements{
		Limits:   overlay(base.Limits, override.Limits),
		Requests: overlay(base.Requests, override.Requests),
	}
}

// RaiseLimits returns the resources with the limit of each named resource raised to its
// request where it is lower or missing, and the names of the resources whose limits
// were set but too low.
func RaiseLimits(r corev1.ResourceRequirements, names ...corev1.ResourceName) (corev1.ResourceRequirements, []corev1.ResourceName) {
	raised := corev1.ResourceList{}
	var tooLow []corev1.ResourceName
	for _, name := range names {
		request, requested := r.Requests[name]
		limit, limited := r.Limits[name]
		if !requested || request.Cmp(limit) <= 0 {
			continue
		}
		raised[name] = request
		if limited {
			tooLow = append(tooLow, name)
		}
	}
	r.Limits = overlay(r.Limits, raised)
	return r, tooLow
}

// DedicateResources returns the resources with each amount as both request and limit,
// and with the claims that they have.
func DedicateResources(r corev1.ResourceRequirements, amounts corev1.ResourceList) corev1.ResourceRequirements {
	r.Limits, r.Requests = overlay(r.Limits, amounts), overlay(r.Requests, amounts)
	return r
}

func overlay(base, over corev1.ResourceList) corev1.ResourceList {
	if merged := Overlay(base, over); len(merged) > 0 {
		return merged
	}
	return nil
}
