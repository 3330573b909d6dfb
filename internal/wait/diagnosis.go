package wait

import (
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// PlanDiagnosis plans what is known after an apply that looks at the object, and what it is otherwise: with `ready`.
func PlanDiagnosis(p *model.Planner) {
	set := p.Plan.Attributes
	set[model.AttrDiagnosis] = p.Model.Unknown(model.AttrDiagnosis)
	if p.Prior != nil && set[model.AttrReady].IsKnown() {
		set[model.AttrDiagnosis] = p.Prior.Attributes[model.AttrDiagnosis]
	}
}
