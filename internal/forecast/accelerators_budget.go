package forecast

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// NewBudget returns a budget of so much of every accelerator; nil, which bounds nothing, for no limits.
func NewBudget(limits map[string]int64) *model.Budget {
	if len(limits) == 0 {
		return nil
	}
	return &model.Budget{Limits: limits, Held: map[string]map[string]int64{}}
}

// chargeTo counts what a resource holds instead of what it was counted with before. What goes
// beyond the budget is not counted, and told in lines.
func chargeTo(b *model.Budget, key string, wanted map[string]int64) []string {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	var over []string
	for _, name := range slices.Sorted(maps.Keys(b.Limits)) {
		var others int64
		for other, held := range b.Held {
			if other != key {
				others += held[name]
			}
		}
		if wanted[name] > 0 && others+wanted[name] > b.Limits[name] {
			over = append(over, fmt.Sprintf("%s: up to %d for this resource and %d for others that were planned before it, of %d", name, wanted[name], others, b.Limits[name]))
		}
	}
	if len(over) == 0 {
		b.Held[key] = maps.Clone(wanted)
	}
	return over
}

// charge holds what the planned pods hold at most against the budget.
func charge(p *model.Planner, pods []podset.Set) diag.Diagnostics {
	if p.Settings == nil || p.Settings.Budget == nil {
		return nil
	}
	subject := p.Model.Subject(p.Plan)
	total, decided := podset.Accelerators(pods)
	if !decided {
		return diag.Diagnostics{diagnostic.OutsideBudget(subject)}
	}
	most := make(map[string]int64, len(total))
	for name, bounds := range total {
		most[name] = bounds.Max
	}
	// Whoever knows what is held knows the name.
	key := p.Model.Kind.TypeName + " " + p.Plan.Text(model.AttrID)
	if over := chargeTo(p.Settings.Budget, key, most); len(over) > 0 {
		return diag.Diagnostics{diagnostic.OverBudget(subject, over)}
	}
	return nil
}
