package forecast

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/model"
)

// dryRunOfPlan is the apply of a plan as a dry run.
type dryRunOfPlan struct {
	*model.ApplyRun
	planner *model.Planner
	// again is true for the second half of a replacement, whose first half has not happened.
	again bool
	// skipped says what was not checked and why.
	skipped []string
	// changes are what admission makes of the objects.
	changes []string
	diags   diag.Diagnostics
}
