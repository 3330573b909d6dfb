package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var serviceRenders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender, kinds.CacheSizeRender, kinds.AcceleratorRender,
	{ID: "I-05", Says: "`references` has the model, and the draft model, in the namespace of the service"},
	{ID: "I-63", Says: "with `gpu_sharing`, `direct.shared_gpu_nodes` says which nodes share their GPUs"},
	{ID: "I-70", Says: "a priority has a PriorityClass", Warn: true},
	{ID: "I-75", Says: "a cache that the service makes can be mounted by all pods that there may be", Warn: true},
	{ID: "DR-10", Says: "the model is not for Metal, which an agent of LLMKube serves outside the cluster"},
	{ID: "DR-11", Says: "nothing is asked for that only processes of LLMKube do: a gateway, objectives, the age of pods, waiting until they are idle"},
	{ID: "DR-12", Says: "`direct.cache` stands only where a claim is made for the service"},
	{ID: "DR-13", Says: "the source of a model that the engine loads itself has no revision", Warn: true},
	{ID: "DR-14", Says: "a draft model is downloaded, which it is not with `skip_model_init`"},
}
