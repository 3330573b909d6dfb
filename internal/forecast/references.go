package forecast

import (
	"context"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

// checkReferences finds what rules say of objects that the cluster has and that `references`
// do not give. What is already told of the configuration alone is left out, and what could not be read is noted.
func (r *dryRunOfPlan) checkReferences(ctx context.Context, release string) model.Findings {
	candidate := kinds.Candidate{Object: r.Plan.Unstructured(), Release: release, References: r.Plan.References}
	var looks []model.Findings
	read, unread := wait.WithReferences(ctx, r.Scope, candidate, func(c kinds.Candidate) {
		errs, warns := r.Model.Kind.Check(c, nil)
		looks = append(looks, model.Findings{Errs: errs, Warns: warns})
	})
	for _, line := range unread {
		r.skipped = append(r.skipped, "the rules about "+line)
	}
	told, found := looks[0], looks[len(looks)-1]
	found = model.Findings{Errs: model.Without(found.Errs, told.Errs), Warns: model.Without(found.Warns, told.Warns)}
	r.attribute(found, candidate, read)
	return found
}

// attribute says of every finding which of the objects that were read from the cluster it is about.
func (r *dryRunOfPlan) attribute(found model.Findings, candidate kinds.Candidate, read render.References) {
	all := slices.Concat(found.Errs, found.Warns)
	about := make([][]string, len(all))
	for i, definition := range read {
		c := candidate
		c.References = slices.Concat(candidate.References, read[:i], read[i+1:])
		errs, warns := r.Model.Kind.Check(c, nil)
		for j, err := range all {
			if !model.Has(slices.Concat(errs, warns), err) {
				about[j] = append(about[j], model.Subject(definition.GetKind(), model.IdOf(definition)))
			}
		}
	}
	for j, err := range all {
		if len(about[j]) > 0 {
			err.Detail += ". Read from the cluster, and not from `references`: " + strings.Join(about[j], ", ")
		}
	}
}
