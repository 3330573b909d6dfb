package llmaz

import (
	"fmt"
	"maps"
	"slices"

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
