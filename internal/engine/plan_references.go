package engine

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// checkReferences finds what rules say of objects that the cluster has and that `references`
// do not give. What is already told of the configuration alone is left out, and what could not be read is noted.
func (r *dryRunOfPlan) checkReferences(ctx context.Context, release string) findings {
	candidate := kinds.Candidate{Object: r.plan.unstructured(), Release: release, References: r.plan.references}
	var looks []findings
	read, unread := r.withReferences(ctx, candidate, func(c kinds.Candidate) {
		errs, warns := kinds.Check(r.model.kind.Rules(), c, nil)
		looks = append(looks, findings{errs: errs, warns: warns})
	})
	for _, line := range unread {
		r.skipped = append(r.skipped, "the rules about "+line)
	}
	told, found := looks[0], looks[len(looks)-1]
	found = findings{errs: without(found.errs, told.errs), warns: without(found.warns, told.warns)}
	r.attribute(found, candidate, read)
	return found
}

// attribute says of every finding which of the objects that were read from the cluster it is about.
func (r *dryRunOfPlan) attribute(found findings, candidate kinds.Candidate, read render.References) {
	all := slices.Concat(found.errs, found.warns)
	about := make([][]string, len(all))
	for i, definition := range read {
		c := candidate
		c.References = slices.Concat(candidate.References, read[:i], read[i+1:])
		errs, warns := kinds.Check(r.model.kind.Rules(), c, nil)
		for j, err := range all {
			if !has(slices.Concat(errs, warns), err) {
				about[j] = append(about[j], subject(definition.GetKind(), idOf(definition)))
			}
		}
	}
	for j, err := range all {
		if len(about[j]) > 0 {
			err.Detail += ". Read from the cluster, and not from `references`: " + strings.Join(about[j], ", ")
		}
	}
}

// without are the errors of a list that were not reported before.
func without(list, told field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(slices.Clone(list), func(err *field.Error) bool { return has(told, err) })
}
