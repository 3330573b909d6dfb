# Refuses a plan that stops a model, that takes more than eight GPUs, or that warns of something.
package inference

import rego.v1

models contains change if {
	some change in input.resource_changes
	startswith(change.type, "inference_")
	change.mode == "managed"
}

deny contains message if {
	some change in models
	"delete" in change.change.actions
	message := sprintf("%s is deleted", [change.address])
}

deny contains message if {
	some change in models
	disruption := change.change.after.planned_disruption
	disruption.effect in {"unavailable", "recreate"}
	message := sprintf("%s: %s", [change.address, disruption.reason])
}

deny contains message if {
	gpus := sum([gpu.max |
		some change in models
		gpu := change.change.after.accelerators["nvidia.com/gpu"]
	])
	gpus > 8
	message := sprintf("the plan takes %d GPUs, at most 8 are allowed", [gpus])
}

deny contains message if {
	some change in models
	some warning in change.change.after.warnings
	message := sprintf("%s: %s", [change.address, warning])
}
