package forecast

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
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

// What becomes of the findings of the check of models.
const (
	// ModelOff looks for none.
	ModelOff = "off"
	// ModelOffline tells what follows from the table of the provider, as warnings, and asks nobody.
	ModelOffline = "offline"
	// ModelWarn tells them as warnings.
	ModelWarn = "warn"
	// ModelError tells them as errors.
	ModelError = "error"
)

// NewPlanChecks returns the checks that the provider block asks for.
func NewPlanChecks(server bool, capacity, models string) *model.PlanChecks {
	return &model.PlanChecks{Server: server, Capacity: capacity, Models: models, Installed: map[cluster.Resource]*schema.Installed{}, Told: map[string][]string{}, ClusterCache: newSurroundings()}
}

// definition returns an installed definition to compare with, nil when it cannot be read.
func definition(c *model.PlanChecks, resource cluster.Resource, openAPI map[string]any) *schema.Installed {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if known, asked := c.Installed[resource]; asked {
		return known
	}
	installed, err := schema.NewInstalled(openAPI)
	if err != nil {
		installed = nil
	}
	c.Installed[resource] = installed
	return installed
}

// Check makes the checks of a planned creation or update that the provider block asks for. Unless it says otherwise, they ask
// nobody: neither the cluster nor a hub of models. They say nothing while a value that the objects need is not known, and of a
// replacement about its second half, which Terraform plans as a creation.
func Check(ctx context.Context, p *model.Planner, private model.PrivateState, replaces path.Paths) diag.Diagnostics {
	if len(replaces) > 0 || !changes(p) {
		return nil
	}
	var diags diag.Diagnostics
	if p.Settings.PlanChecks.Server {
		diags.Append(dryRun(ctx, p, private)...)
		diags.Append(checkSelection(ctx, p)...)
	}
	if p.Settings.PlanChecks.Capacity == CapacityWarn || p.Settings.PlanChecks.Capacity == CapacityError {
		diags.Append(checkCapacity(ctx, p)...)
	}
	diags.Append(checkModels(ctx, p, p.Settings.PlanChecks.Models)...)
	return diags
}

// Asks reports whether there is something to ask the cluster or a hub about.
func Asks(p *model.Planner) bool {
	if !changes(p) {
		return false
	}
	c := p.Settings.PlanChecks
	return c.Server || c.Capacity == CapacityWarn || c.Capacity == CapacityError || c.Models == ModelWarn || c.Models == ModelError
}

// changes reports whether there is something to check, and everything that it takes is known.
func changes(p *model.Planner) bool {
	if p.Settings == nil || p.Settings.PlanChecks == nil || p.Mode == "" || len(p.Plan.Unknown) > 0 {
		return false
	}
	return p.Prior == nil || p.Touches() || p.HandsOver()
}

// Tell keeps the warnings of the plan of an object.
func Tell(c *model.PlanChecks, object string, texts []string) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.Told[object] = texts
}

// ToldOf returns the warnings of the last plan of an object.
func ToldOf(c *model.PlanChecks, object string) []string {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	return c.Told[object]
}
