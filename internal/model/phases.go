package model

import (
	"time"

	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// WaitPhases is the name of the budgets in the attribute `wait`.
const WaitPhases = "phases"

// phasesAttribute has a budget for every phase of a pod that can take too long.
func phasesAttribute() rschema.Attribute {
	what := map[tree.Phase]string{
		tree.Scheduling:  "until a node is chosen",
		tree.Pulling:     "for the images and volumes of a pod, once for its init containers and once more for the others",
		tree.Downloading: "for init containers, which load weights",
		tree.Loading:     "from the start of the containers until all of them are ready",
	}
	attributes := map[string]rschema.Attribute{}
	for _, phase := range tree.Phases {
		attributes[string(phase)] = rschema.StringAttribute{
			Optional: true, MarkdownDescription: "How long a pod may take " + what[phase] + ", as a duration such as `15m`. No limit of its own when unset.",
		}
	}
	return rschema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "Time limits for the phases of a pod, within the timeout. A pod that exceeds one ends the wait as the timeout does. " +
			"Time before the apply does not count.",
		Attributes: attributes,
	}
}

// Budgets are those that the configuration has.
func (v Values) Budgets() map[tree.Phase]time.Duration {
	out := map[tree.Phase]time.Duration{}
	for name, value := range Children(Children(v.Attributes[AttrWait])[WaitPhases]) {
		text, _ := StringOf(value)
		if d, err := time.ParseDuration(text); err == nil && d > 0 {
			out[tree.Phase(name)] = d
		}
	}
	return out
}
