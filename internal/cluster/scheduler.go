package cluster

import (
	"context"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// schedulers are the types that the installation of a scheduler brings along, by the name by which pods ask for it.
//
// Source: volcano-sh/volcano installer/helm/chart/volcano@v1.12.0.
var schedulers = map[string]Resource{
	"volcano": resourceOf(workload.PodGroup),
}

// LacksScheduler reports whether the cluster is known not to have the scheduler of that name. Of one that brings no types along
// nothing is known. Errors are those of a request.
func (c *Client) LacksScheduler(ctx context.Context, name string) (bool, error) {
	brings, known := schedulers[name]
	if !known {
		return false, nil
	}
	err := c.served(ctx, brings)
	if IsTypeMissing(err) {
		return true, nil
	}
	return false, err
}
