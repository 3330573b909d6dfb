package forecast

import (
	"context"

	corev1 "k8s.io/api/core/v1"

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
	nodes, err := listOf[corev1.Node](ctx, &checks.ClusterCache, p.Settings.Client, "Node", "", "")
	if err != nil {
		return nil // the capacity check says so
	}
	return modelcheck.Offered(capacity.Candidates(nodes, e.Pod), e.Resource)
}
