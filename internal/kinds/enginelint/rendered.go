package enginelint

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// Rendered finds engines that do not start with their command line and variables in the pods of objects, which are at a path under
// "<kind>/<name>": what a service, its runtime and direct mode have put together, of which the rules see the parts.
func Rendered(at *field.Path, objects []*unstructured.Unstructured) field.ErrorList {
	sets, err := podset.Of(objects)
	if err != nil {
		return field.ErrorList{field.InternalError(at, err)}
	}
	return Pods(at, sets, nil)
}

// Pods is [Rendered] for pods, without those containers whose image has been filled in.
func Pods(at *field.Path, sets []podset.Set, filled []string) field.ErrorList {
	var errs field.ErrorList
	for _, set := range sets {
		for _, part := range set.Parts {
			for i := range part.Spec.Containers {
				c := &part.Spec.Containers[i]
				if slices.Contains(filled, c.Image) {
					continue
				}
				e := Engine{Container: c, At: at.Key(set.Name).Child("containers").Key(c.Name)}
				for _, err := range slices.Concat(of("EL-6", unknown(e)), of("EL-8", values(e)), of("EL-13", unset(e)), of("EL-14", noRay(e))) {
					if !told(errs, err) {
						errs = append(errs, err)
					}
				}
			}
		}
	}
	return errs
}

// of names the rule that errors are of.
func of(rule string, errs field.ErrorList) field.ErrorList {
	for _, err := range errs {
		err.Detail, err.Origin = fmt.Sprintf("%s (%s)", err.Detail, rule), rule
	}
	return errs
}
