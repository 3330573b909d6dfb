package forecast

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// NewQuotas returns no quotas.
func NewQuotas() *model.Quotas {
	return &model.Quotas{Bounds: map[string]model.PlannedQuota{}, Held: map[string]model.PlannedShare{}}
}

// quotas notes the quota that a planned object is, or what it takes of others, and tells which quotas of the plan hold
// less than it has. Whoever is planned last tells, since only more can be planned after that.
func quotas(p *model.Planner, pods []podset.Set, known bool) diag.Diagnostics {
	if p.Settings == nil || p.Settings.Quotas == nil || p.Mode != model.Operator {
		return nil
	}
	q, id := p.Settings.Quotas, p.Plan.Text(model.AttrID)
	subject := p.Model.Subject(p.Plan)
	q.Mu.Lock()
	defer q.Mu.Unlock()
	if p.Model.Kind.Quota != nil {
		bound, decided := p.Model.Kind.Quota(kinds.Candidate{Object: p.Plan.Unstructured(), Release: p.Release}, p.Plan.IsUnknown)
		if delete(q.Bounds, subject); !decided || id == "" {
			return nil
		}
		planned := model.PlannedQuota{System: p.Model.Kind.System, Quota: bound}
		q.Bounds[subject] = planned
		return told(q, subject, planned, p.Model.AttributePath(bound.Field))
	}
	if !known || id == "" || p.Model.Kind.Runs == nil {
		return nil
	}
	total, decided := podset.Accelerators(pods)
	if delete(q.Held, subject); !decided {
		return nil
	}
	object := p.Plan.Unstructured()
	share := model.PlannedShare{System: p.Model.Kind.System, Namespace: object.GetNamespace(), Labels: object.GetLabels()}
	for _, bounds := range total {
		share.Accelerators += bounds.Max
	}
	if share.Accelerators == 0 {
		return nil
	}
	q.Held[subject] = share
	var diags diag.Diagnostics
	for _, name := range slices.Sorted(maps.Keys(q.Bounds)) {
		if bound := q.Bounds[name]; bound.Bounds(share) {
			diags.Append(told(q, name, bound, path.Root(model.AttrSpec))...)
		}
	}
	return diags
}

// told says that the plan has more than a quota holds.
func told(q *model.Quotas, name string, quota model.PlannedQuota, at path.Path) diag.Diagnostics {
	var total int64
	var lines []string
	for _, subject := range slices.Sorted(maps.Keys(q.Held)) {
		if share := q.Held[subject]; quota.Bounds(share) {
			total += share.Accelerators
			lines = append(lines, fmt.Sprintf("%s: up to %d", subject, share.Accelerators))
		}
	}
	if total <= quota.Accelerators {
		return nil
	}
	return diag.Diagnostics{diagnostic.BeyondQuota(at, name, quota.Namespace, quota.Accelerators, total, lines)}
}
