package engine

import (
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// UnreportedDrift is the drift that refreshes have found and that no plan has told yet. A refresh does not know which of it the
// plan will restore: the configuration comes to the plan alone, and as ignore_changes leaves it. It is kept for one walk
// of Terraform, so that the apply, which plans once more, does not tell it again.
type UnreportedDrift struct {
	mu sync.Mutex
	by map[string][]difference
}

// NewUnreportedDrift returns no drift.
func NewUnreportedDrift() *UnreportedDrift { return &UnreportedDrift{by: map[string][]difference{}} }

// keep keeps what was found of a resource, and forgets what was found before.
func (u *UnreportedDrift) keep(key string, seen []observation) {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.by, key)
	for _, one := range seen {
		u.by[key] = append(u.by[key], one.drift...)
	}
}

// take returns what was found of a resource, once.
func (u *UnreportedDrift) take(key string) []difference {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	defer delete(u.by, key)
	return u.by[key]
}

// driftKey identifies a resource among those of a run.
func (r *scope) driftKey(v values) string { return r.typeName() + " " + v.id() }

// driftNotice tells what differs. What an autoscaler did is as intended, and what the plan leaves as it is no drift.
func (p *planner) driftNotice() diag.Diagnostics {
	if p.prior == nil || p.settings == nil {
		return nil
	}
	var lines []string
	restores, prunes := false, false
	for _, d := range p.settings.UnreportedDrift.take(p.driftKey(*p.prior)) {
		if d.Class == object.Scaled || p.plan.holds(*p.prior, d) || p.plan.ignores(d) {
			continue
		}
		lines = append(lines, d.line())
		restores = restores || d.Class != object.Foreign
		prunes = prunes || d.Class == object.Foreign && p.plan.flag(attrPruneForeign)
	}
	if len(lines) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Drifted(p.model.subject(*p.prior), lines, restores, prunes)}
}

// holds reports whether a planned custom resource has a field that has drifted as the last refresh found it: because
// ignore_changes holds the configuration back, or because the configuration has followed.
func (v values) holds(prior values, d difference) bool {
	switch {
	case v.text(attrMode) != Operator || prior.text(attrMode) != Operator || v.isUnknown(d.Path):
		return false
	case d.Class != object.Changed && d.Class != object.Removed:
		return false
	}
	planned, set := object.At(v.object, d.Path)
	found, was := object.At(prior.object, d.Path)
	return set == was && asText(planned) == asText(found)
}

// restored is the drift of the last refresh that a plan does not hold.
func (v values) restored(prior values) []difference {
	return slices.DeleteFunc(prior.knownDrift(), func(d difference) bool { return v.holds(prior, d) })
}
