package forecast

import (
	"context"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/modelcheck"
)

// accelerators are those that the pods of an engine may get: the ones that the configuration names, or those of the nodes where these
// are looked at anyway. None are returned where that is not known.
func accelerators(ctx context.Context, p *model.Planner, e modelcheck.Engine) []modelcheck.Accelerator {
	if named := modelcheck.Named(e.Pod, e.Resource); len(named) > 0 {
		return named
	}
	checks := p.Settings.PlanChecks
	if p.Settings.Client == nil || e.Resource == "" || checks.Capacity != CapacityWarn && checks.Capacity != CapacityError {
		return nil
	}
	nodes, err := nodesOf(ctx, p.Settings)
	if err != nil {
		return nil // the capacity check says so
	}
	return modelcheck.Offered(capacity.Candidates(nodes, e.Pod), e.Resource)
}
