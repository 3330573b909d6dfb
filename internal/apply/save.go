package apply

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// SaveApplied writes the state: the plan, with what the cluster told. When not all
// objects were applied, the manifests are those that were.
func SaveApplied(a *model.ApplyRun, seen []model.Observation, complete bool) diag.Diagnostics {
	set := a.Plan.Attributes
	if !complete {
		rendered, err := model.RenderedOf(seen)
		if err != nil {
			return diag.Diagnostics{diagnostic.Fault("Writing the state", err)}
		}
		set[model.AttrRendered] = rendered
	}
	if a.Known == nil {
		a.Known = model.KnownOf(set, append(a.Model.ObservedAttributes(), model.AttrUID)...)
	}
	a.Model.ForecastKnown(set)
	a.Model.Observed(set, a.Plan, seen, complete)
	a.Model.SetDiagnosis(set, a.Diagnosis)
	maps.Copy(set, a.Known)
	a.Save(a.Model.Value(set))
	return nil
}
