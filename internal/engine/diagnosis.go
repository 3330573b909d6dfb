package engine

import (
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// attrDiagnosis is the root attribute that says why an object is not ready.
const attrDiagnosis = "diagnosis"

func diagnosisAttribute() rschema.Attribute {
	return rschema.StringAttribute{
		Computed: true,
		MarkdownDescription: "Why the object was not ready when it was last read: the probable cause and what to change, the objects below it with their " +
			"conditions and container states, events, and the last lines of the log of a container that failed. Null when it was ready. At most 8 KiB; anything that looks like a secret is hidden.",
	}
}

// setDiagnosis sets the attribute to a text, or to null when there is nothing to explain.
func (s *resourceModel) setDiagnosis(set map[string]tftypes.Value, text string) {
	set[attrDiagnosis] = s.null(attrDiagnosis)
	if text != "" {
		set[attrDiagnosis] = stringValue(text)
	}
}

// planDiagnosis plans what is known after an apply that looks at the object, and what it is otherwise: with `ready`.
func (p *planner) planDiagnosis() {
	set := p.plan.attributes
	set[attrDiagnosis] = p.model.unknown(attrDiagnosis)
	if p.prior != nil && set[attrReady].IsKnown() {
		set[attrDiagnosis] = p.prior.attributes[attrDiagnosis]
	}
}
