package llmaz

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// limitsBelowRequests returns one error for each resource whose limit is smaller than its
// request. llmaz compares only what has both.
//
// Mirrors InftyAI/llmaz pkg/webhook/{playground,backendruntime}_webhook.go@v0.1.4.
func limitsBelowRequests(r *inferencev1alpha1.ResourceRequirements, path *field.Path) field.ErrorList {
	if r == nil {
		return nil
	}
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(r.Requests)) {
		request, limit := r.Requests[name], r.Limits[name]
		if _, limited := r.Limits[name]; limited && limit.Cmp(request) < 0 {
			errs = append(errs, field.Invalid(path.Child("requests").Key(string(name)), request.String(),
				fmt.Sprintf("must not be more than the limit of %s; lower it, or raise `%s` in `limits`", limit.String(), name)))
		}
	}
	return errs
}

// containerResources returns what pod validation would refuse in the limits of a container.
//
// Mirrors kubernetes/kubernetes pkg/apis/core/validation/validation.go
// (validateContainerResourceName, ValidateResourceQuantityValue) @v1.36.3.
func containerResources(limits corev1.ResourceList, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		quantity, at := limits[name], path.Key(string(name))
		extended := strings.Contains(string(name), "/") && !strings.Contains(string(name), corev1.ResourceDefaultNamespacePrefix)
		switch {
		case !extended && !isContainerResource(name):
			errs = append(errs, field.Invalid(at, string(name),
				"a container has `cpu`, `memory`, `ephemeral-storage` and `hugepages-<size>`; every other resource is named "+
					"`<domain>/<name>`, such as `nvidia.com/gpu`"))
		case extended && (len(validation.IsQualifiedName(corev1.DefaultResourceRequestsPrefix+string(name))) > 0 ||
			strings.HasPrefix(string(name), corev1.DefaultResourceRequestsPrefix)):
			errs = append(errs, field.Invalid(at, string(name),
				"the name of an extended resource is `<domain>/<name>` of letters, digits, `-`, `_` and `.`, such as `nvidia.com/gpu`"))
		case quantity.Sign() < 0:
			errs = append(errs, field.Invalid(at, quantity.String(), "must not be negative"))
		case extended && quantity.MilliValue()%1000 != 0:
			errs = append(errs, field.Invalid(at, quantity.String(),
				"devices are handed out whole: write a whole number; a share of a device is a resource with a name of its own"))
		}
	}
	return errs
}

// isContainerResource reports whether Kubernetes itself defines the resource for containers.
func isContainerResource(name corev1.ResourceName) bool {
	if strings.Contains(string(name), "/") {
		return len(validation.IsQualifiedName(string(name))) == 0
	}
	return slices.Contains([]corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage}, name) ||
		strings.HasPrefix(string(name), corev1.ResourceHugePagesPrefix)
}
