package drift

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// NewUnreportedDrift returns no drift.
func NewUnreportedDrift() *model.UnreportedDrift {
	return &model.UnreportedDrift{By: map[string][]model.Difference{}}
}

// Keep keeps what was found of a resource, and forgets what was found before.
func Keep(u *model.UnreportedDrift, key string, seen []model.Observation) {
	if u == nil {
		return
	}
	u.Mu.Lock()
	defer u.Mu.Unlock()
	delete(u.By, key)
	for _, one := range seen {
		u.By[key] = append(u.By[key], one.Drift...)
	}
}

// take returns what was found of a resource, once.
func take(u *model.UnreportedDrift, key string) []model.Difference {
	if u == nil {
		return nil
	}
	u.Mu.Lock()
	defer u.Mu.Unlock()
	defer delete(u.By, key)
	return u.By[key]
}

// Key identifies a resource among those of a run.
func Key(r *model.Scope, v model.Values) string { return r.TypeName() + " " + v.ID() }

// Notice tells what differs. What an autoscaler did is as intended, and what the plan leaves as it is no drift.
func Notice(p *model.Planner) diag.Diagnostics {
	if p.Prior == nil || p.Settings == nil {
		return nil
	}
	var lines []string
	restores, prunes := false, false
	for _, d := range take(p.Settings.UnreportedDrift, Key(p.Scope, *p.Prior)) {
		if d.Class == object.Scaled || p.Plan.Holds(*p.Prior, d) || p.Plan.Ignores(d) {
			continue
		}
		lines = append(lines, d.Line())
		restores = restores || d.Class != object.Foreign
		prunes = prunes || d.Class == object.Foreign && p.Plan.Flag(model.AttrPruneForeign)
	}
	if len(lines) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Drifted(p.Model.Subject(*p.Prior), lines, restores, prunes)}
}
