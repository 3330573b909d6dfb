package forecast

import (
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
	// CapacityWarn reports them as warnings.
	CapacityWarn = "warn"
	// CapacityError reports them as errors.
	CapacityError = "error"
)

// What becomes of the findings of the check of models.
const (
	// ModelOff looks for none.
	ModelOff = "off"
	// ModelOffline tells what follows from the table of the provider, as warnings, and asks nobody.
	ModelOffline = "offline"
	// ModelWarn reports them as warnings.
	ModelWarn = "warn"
	// ModelError reports them as errors.
	ModelError = "error"
)

// NewPlanChecks returns the checks that the provider block asks for.
func NewPlanChecks(server bool, capacity, models string) *model.PlanChecks {
	return &model.PlanChecks{Server: server, Capacity: capacity, Models: models, Installed: map[cluster.Resource]*schema.Installed{}, Told: map[string][]string{}, ClusterCache: newSurroundings()}
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
