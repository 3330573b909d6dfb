package llmaz

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// claimRenders hold for both kinds that claim models.
var claimRenders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender, kinds.CacheSizeRender, kinds.CachePodsRender, kinds.AcceleratorRender,
	{ID: "PG-C1", Says: "`references` has every model that is claimed"},
	{ID: "LWS-10", Says: "no annotation places subgroups where the groups have none"},
	{ID: "DR-10", Says: "no annotation switches the model loader off for a `host://` model, which needs none"},
	{ID: "DR-11", Says: "`direct.cache` has either `claim_name` or `size`"},
	{ID: "DR-12", Says: "`direct.cache` stands only where pods load weights that it could keep"},
	{ID: "DR-13", Says: "no model is read from the disk of whichever node a pod runs on", Warn: true},
	{ID: "DR-15", Says: "`direct.workload` is `Deployment` only where nothing takes a LeaderWorkerSet"},
}

var serviceRenders = append(slices.Clone(claimRenders),
	kinds.RenderRule{ID: "DR-24", Says: "no volume of the pods has the name of that with the weights, and none is mounted where the weights are"},
	kinds.RenderRule{ID: "DR-25", Says: "templates leave the choice of nodes to the claimed flavors", Warn: true},
)

var playgroundRenders = append(slices.Clone(claimRenders),
	kinds.RenderRule{ID: "PG-C6", Says: "the runtime is built in, or `references` has it"},
	kinds.RenderRule{ID: "EL-1", Says: "the tensor and pipeline parallel sizes of an engine use exactly the accelerators of its pods", Warn: true},
	kinds.RenderRule{ID: "DR-16", Says: "the runtime has the scale trigger that `scale_trigger_ref` names"},
	kinds.RenderRule{ID: "DR-17", Says: "`direct.startup_seconds` stands only where the runtime has a startup probe"},
	kinds.RenderRule{ID: "DR-18", Says: "`direct.startup_policy` stands only where several hosts serve the model"},
	kinds.RenderRule{ID: "DR-19", Says: "the params `TP` and `PP` of the claimed flavor are whole numbers, 1 or more"},
	kinds.RenderRule{ID: "DR-20", Says: "a runtime with commands for several hosts has those of the leader and of the workers"},
	kinds.RenderRule{ID: "DR-21", Says: "no limit is below its request once the runtime and the playground are merged"},
	kinds.RenderRule{ID: "DR-22", Says: "a flavor with the param `PP` is for a runtime with commands for several hosts", Warn: true},
	kinds.RenderRule{ID: "DR-23", Says: "no limit of the playground is below the request of its runtime", Warn: true},
)
