package engine

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// Budget bounds what the resources of one provider block may hold of every accelerator
// together. It counts what is planned while the provider runs, which is one plan or one apply.
type Budget struct {
	limits map[string]int64

	mu sync.Mutex
	// held is what each resource was last planned to hold, by type and ID.
	held map[string]map[string]int64
}

// NewBudget returns a budget of so much of every accelerator; nil, which bounds nothing, for no limits.
func NewBudget(limits map[string]int64) *Budget {
	if len(limits) == 0 {
		return nil
	}
	return &Budget{limits: limits, held: map[string]map[string]int64{}}
}

// claim counts what a resource holds instead of what it was counted with before. What goes
// beyond the budget is not counted, and told in lines.
func (b *Budget) claim(key string, wanted map[string]int64) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var over []string
	for _, name := range slices.Sorted(maps.Keys(b.limits)) {
		var others int64
		for other, held := range b.held {
			if other != key {
				others += held[name]
			}
		}
		if wanted[name] > 0 && others+wanted[name] > b.limits[name] {
			over = append(over, fmt.Sprintf("%s: up to %d for this resource and %d for others that were planned before it, of %d", name, wanted[name], others, b.limits[name]))
		}
	}
	if len(over) == 0 {
		b.held[key] = maps.Clone(wanted)
	}
	return over
}

// charge holds what the planned pods hold at most against the budget.
func (p *planner) charge(pods []podset.Set) diag.Diagnostics {
	if p.settings == nil || p.settings.Budget == nil {
		return nil
	}
	subject := p.model.subject(p.plan)
	total, decided := podset.Accelerators(pods)
	if !decided {
		return diag.Diagnostics{diagnostic.OutsideBudget(subject)}
	}
	most := make(map[string]int64, len(total))
	for name, bounds := range total {
		most[name] = bounds.Max
	}
	// Whoever knows what is held knows the name.
	key := p.model.kind.TypeName + " " + p.plan.text(attrID)
	if over := p.settings.Budget.claim(key, most); len(over) > 0 {
		return diag.Diagnostics{diagnostic.OverBudget(subject, over)}
	}
	return nil
}
