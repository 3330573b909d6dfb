package forecast

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/modelcheck"
)

// checkModels compares the models that a configuration names with what is known of them: by the table of the provider, or by hubs
// where the level says so.
func checkModels(ctx context.Context, p *model.Planner, level string) diag.Diagnostics {
	if p.Model.Kind.Models == nil || level != ModelOffline && level != ModelWarn && level != ModelError {
		return nil
	}
	candidate := kinds.Candidate{Object: p.Plan.Unstructured(), Release: p.Release, Direct: p.Mode == model.Direct, Options: p.Plan.Options, References: p.Plan.References}
	uses := p.Model.Kind.Models(candidate)
	known := make([]modelcheck.Model, len(uses))
	var diags diag.Diagnostics
	for i, use := range uses {
		var said *checkpoint.Facts
		if level != ModelOffline && (use.ModelScope || !p.Settings.Hubs.Offline) {
			var found diag.Diagnostics
			said, found = there(ctx, p, use)
			diags.Append(found...)
		}
		known[i] = factsOf(use, said)
	}
	if diags.HasError() || !slices.ContainsFunc(known, func(m modelcheck.Model) bool { return m.Facts != nil }) {
		return diags
	}
	diags.Append(checkEngines(ctx, p, candidate, uses, known, level == ModelError)...)
	return diags
}

// factsOf is what a hub says of a model, or the table of the provider where it says too little. The table knows no files.
func factsOf(use kinds.ModelUse, said *checkpoint.Facts) modelcheck.Model {
	if said != nil && said.Sufficient() {
		return modelcheck.Model{Facts: said, Exact: true}
	}
	known, _ := table.Of(use.Repository)
	return modelcheck.Model{Facts: known}
}

// checkEngines compares the engines of the planned pods with the models that they serve. What two of them have in common is told once.
func checkEngines(ctx context.Context, p *model.Planner, candidate kinds.Candidate, uses []kinds.ModelUse, known []modelcheck.Model, asError bool) diag.Diagnostics {
	var diags diag.Diagnostics
	told := map[string]bool{}
	for _, e := range plannedEngines(p, candidate) {
		i := e.Serves(uses)
		if i < 0 || known[i].Facts == nil {
			continue
		}
		for _, found := range e.Check(known[i], accelerators(ctx, p, e)) {
			text := fmt.Sprintf("model %s %s", uses[i].Repository, found.Says)
			if told[text] {
				continue
			}
			told[text] = true
			diags.Append(diagnostic.ModelUnserved(asError && !found.Serves, whereOr(p, found.About, uses[i].At), p.Model.Subject(p.Plan), text, found.Remedy))
		}
	}
	return diags
}

// plannedEngines are the engines that the plan leads to: those of direct mode, or as far as the configuration says what an operator runs.
func plannedEngines(p *model.Planner, candidate kinds.Candidate) []modelcheck.Engine {
	if p.Mode == model.Direct {
		sets, _ := model.PodsOf(p.Manifests)
		return modelcheck.Engines(sets)
	}
	if p.Model.Kind.Render == nil {
		return nil
	}
	sets, filled, _ := candidate.Engines(p.Model.Kind.Render)
	all := modelcheck.Engines(sets)
	for i := range all {
		// An operator fills in images of its own.
		for _, image := range filled {
			all[i].Filled(image)
		}
	}
	return all
}

// whereOr is the attribute that a finding is about, and one that is there for sure where the configuration does not have it.
func whereOr(p *model.Planner, about []string, otherwise string) path.Path {
	if at := where(p, about); !at.Equal(path.Root(model.AttrSpec)) {
		return at
	}
	return p.Model.AttributePath(otherwise)
}
