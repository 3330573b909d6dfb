package engine

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Who validates a plan.
const (
	// ValidationOffline is the provider alone.
	ValidationOffline = "offline"
	// ValidationServer is the API server as well, by a dry run.
	ValidationServer = "server"
)

// What becomes of the findings of the capacity check.
const (
	// CapacityOff looks for none.
	CapacityOff = "off"
	// CapacityWarn tells them as warnings.
	CapacityWarn = "warn"
	// CapacityError tells them as errors.
	CapacityError = "error"
)

// PlanChecks are the checks of a plan that ask the cluster, and what they have learnt of
// it in the life of the provider, which is one plan or one apply.
type PlanChecks struct {
	// server is true where the API server validates plans.
	server bool
	// capacity is one of CapacityOff, CapacityWarn and CapacityError.
	capacity string

	mu sync.Mutex
	// installed are the definitions that were compared with, nil where one cannot be read.
	installed map[cluster.Resource]*schema.Installed
	// told are the warnings of the last plan of each object, for its apply: the framework keeps the
	// private state of a plan from a creation.
	told map[string][]string
	clusterCache
}

// NewPlanChecks returns the checks that the provider block asks for, nil for none.
func NewPlanChecks(server bool, capacity string) *PlanChecks {
	if !server && capacity != CapacityWarn && capacity != CapacityError {
		return nil
	}
	return &PlanChecks{server: server, capacity: capacity, installed: map[cluster.Resource]*schema.Installed{}, told: map[string][]string{}, clusterCache: newSurroundings()}
}

// definition returns an installed definition to compare with, nil when it cannot be read.
func (c *PlanChecks) definition(resource cluster.Resource, openAPI map[string]any) *schema.Installed {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, asked := c.installed[resource]; asked {
		return known
	}
	installed, err := schema.NewInstalled(openAPI)
	if err != nil {
		installed = nil
	}
	c.installed[resource] = installed
	return installed
}

// askCluster makes the checks of a planned creation or update that the provider block asks
// for. There is nothing to ask while a value that the objects need is not known, and of a
// replacement its second half is asked about, which Terraform plans as a creation.
func (p *planner) askCluster(ctx context.Context, private PrivateState, replaces path.Paths) diag.Diagnostics {
	if len(replaces) > 0 || !p.asks() {
		return nil
	}
	var diags diag.Diagnostics
	if p.settings.PlanChecks.server {
		diags.Append(p.dryRun(ctx, private)...)
	}
	if p.settings.PlanChecks.capacity == CapacityWarn || p.settings.PlanChecks.capacity == CapacityError {
		diags.Append(p.checkCapacity(ctx)...)
	}
	return diags
}

// asks reports whether there is something to ask the cluster about.
func (p *planner) asks() bool {
	if p.settings == nil || p.settings.PlanChecks == nil || p.mode == "" || len(p.plan.unknown) > 0 {
		return false
	}
	return p.prior == nil || p.touches() || p.handsOver()
}

// tell keeps the warnings of the plan of an object.
func (c *PlanChecks) tell(object string, texts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told[object] = texts
}

// toldOf returns the warnings of the last plan of an object.
func (c *PlanChecks) toldOf(object string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.told[object]
}
