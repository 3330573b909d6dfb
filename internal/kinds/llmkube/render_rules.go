package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var serviceRenders = []kinds.RenderRule{
	{ID: "I-05", Says: "`references` has the model, and the draft model, in the namespace of the service"},
	{ID: "I-63", Says: "with `gpu_sharing`, `direct.shared_gpu_nodes` says which nodes share their GPUs"},
	{ID: "I-70", Says: "a priority has a PriorityClass", Warn: true},
	{ID: "I-75", Says: "a cache that the service makes can be mounted by all pods that there may be", Warn: true},
}
