package ome

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var serviceRenders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender, kinds.AcceleratorRender,
	{ID: "IS-13", Says: "`references` has the model"},
	{ID: "IS-16", Says: "without `runtime`, `references` has one that can serve the model"},
	{ID: "DR-10", Says: "no annotation is about the Ingress, which direct mode does not make", Warn: true},
	{ID: "DR-11", Says: "without `runtime`, one of `references` fits better than all others", Warn: true},
	{ID: "DR-12", Says: "containers request what an autoscaler measures", Warn: true},
	{ID: "DR-13", Says: "a node affinity does not replace that of a model on the disks of nodes", Warn: true},
	{ID: "DR-14", Says: "an accelerator class of the runtime meets the constraints"},
	{ID: "DR-15", Says: "the model has no fine-tuned weights, which only an agent of OME loads"},
	{ID: "DR-16", Says: "`direct.service_label` is the key of a label"},
	{ID: "DR-17", Says: "the deployment mode is one that direct mode renders: on one host, or in groups of a leader and workers"},
	{ID: "DR-18", Says: "no annotation asks for containers that only OME's operator adds"},
	{ID: "DR-41", Says: "the RDMA profile is one that is known"},
	{ID: "DR-42", Says: "names that are made of that of the service are not too long"},
	{ID: "DR-44", Says: "the model says where its weights are"},
	{ID: "DR-45", Says: "`direct.model_claim_name` stands only where the weights are not on a claim or on nodes already"},
	{ID: "DR-46", Says: "the claim with the weights is in the namespace of the service"},
	{ID: "DR-47", Says: "the weights are where direct mode can load them from"},
	{ID: "DR-49", Says: "pods have no ephemeral containers"},
	{ID: "DR-50", Says: "requests go with their limits once the runtime and the service are merged"},
	{ID: "DR-51", Says: "the metric of an autoscaler is `cpu` or `memory`"},
	{ID: "DR-52", Says: "an autoscaler of KEDA has a query"},
}

var modelRenders = []kinds.RenderRule{
	kinds.ManifestRender, kinds.CacheSizeRender,
	{ID: "DR-19", Says: "a model at `local://` says which nodes have its files", Warn: true},
	{ID: "DR-20", Says: "the files of the model are where direct mode can get them"},
	{ID: "DR-21", Says: "a model at `oci://` has a `direct.image` that downloads it"},
	{ID: "DR-22", Says: "options of the download stand only where something is downloaded"},
	{ID: "DR-23", Says: "a model at `hf://` has an owner, and a revision without a slash"},
	{ID: "DR-24", Says: "the token of a model is in a Secret"},
	{ID: "DR-25", Says: "`auth` of a model at `oci://` is a way that Oracle knows"},
	{ID: "DR-26", Says: "`UserPrincipal` has a Secret in `storage.key`"},
	{ID: "DR-27", Says: "a model that is downloaded has a `direct.size`"},
	{ID: "DR-29", Says: "`download_policy` is not set", Warn: true},
}

var clusterModelRenders = append([]kinds.RenderRule{
	{ID: "DR-28", Says: "a model that is downloaded has a `direct.namespace`"},
}, modelRenders...)

var benchmarkRenders = []kinds.RenderRule{
	kinds.ManifestRender,
	{ID: "DR-30", Says: "the name of the model in requests is known"},
	{ID: "DR-31", Says: "the tokenizer of the model is known"},
	{ID: "DR-32", Says: "`direct.api_key_secret` is for a server with the API of OpenAI"},
	{ID: "DR-33", Says: "`direct.gpu_type` stands only where `service_metadata` does"},
	{ID: "DR-34", Says: "the dataset is on Hugging Face, on a claim or at a path that `pod_override` mounts"},
	{ID: "DR-35", Says: "the claim with the dataset is in the namespace of the job"},
	{ID: "DR-36", Says: "the parameters of the output are some that genai-bench knows"},
	{ID: "DR-37", Says: "`auth` of the output is a way that genai-bench knows"},
	{ID: "DR-38", Says: "a security token of the output has a Secret in `key`"},
	{ID: "DR-39", Says: "genai-bench has nothing to ask back", Warn: true},
	{ID: "DR-40", Says: "a benchmark of embeddings has no `num_concurrency`", Warn: true},
}
