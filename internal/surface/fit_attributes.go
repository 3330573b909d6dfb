package surface

import (
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// fitArguments are what a fit is asked with, as fit.Question has it.
var fitArguments = []described{
	{name: "engine", text: "The engine: `vllm`, `sglang` or `llamacpp`. Default `vllm`."},
	{name: "accelerator", text: "The accelerator, by the label `nvidia.com/gpu.product` of its nodes, such as `NVIDIA-H100-80GB-HBM3`, or short, such as `H100`, `A100-80GB`, `L40S` or `MI300X`."},
	{name: "memory_gib", kind: aNumber, text: "The memory of an accelerator in GiB, for one that the provider does not know."},
	{name: "count", kind: aCount, text: "How many accelerators one replica has, on all its hosts. Default: the product of the parallel sizes."},
	{name: "tensor_parallel", kind: aCount, text: "The tensor parallel size. Default: what `count` leaves beside the other sizes."},
	{name: "pipeline_parallel", kind: aCount, text: "The pipeline parallel size. Default `1`."},
	{name: "data_parallel", kind: aCount, text: "The data parallel size: copies of the attention layers that have the experts in common. Default `1`."},
	{name: "context", kind: aCount, text: "The most tokens of a sequence. Default: the model's."},
	{name: "concurrency", kind: aCount, text: "How many sequences of that length are served at a time. Default `1`."},
	{name: "kv_cache_dtype", text: "The type of the cache, in the words of the engine: `fp8` of vLLM, `fp8_e4m3` of SGLang, `q8_0` of llama.cpp. Default: that of the model."},
	{name: "memory_fraction", kind: aNumber, text: "What the engine takes of the memory, from 0 to 1: `gpu_memory_utilization` of vLLM, `mem_fraction_static` of SGLang. Default: the engine's."},
	{name: "batched_tokens", kind: aCount, text: "The most tokens of one step (`max_num_batched_tokens`). Default: the engine's."},
}

// fitResults are what is found, as fit.Answer has it.
var fitResults = []described{
	{name: "fits", kind: aTruth, text: "Whether the model fits, with as many sequences of the context as are asked for."},
	{name: "reason", text: "Why it does not; empty where it does."},
	{name: "warnings", kind: texts, text: "What to know even so."},
	{name: "memory_bytes", kind: aCount, text: "The memory of an accelerator, without what its driver keeps."},
	{name: "usable_bytes", kind: aCount, text: "What the engine takes of it."},
	{name: "weight_bytes", kind: aCount, text: "The weights on the fullest accelerator."},
	{name: "activation_bytes", kind: aCount, text: "What one step takes at its widest."},
	{name: "overhead_bytes", kind: aCount, text: "What the engine and its libraries take."},
	{name: "kv_cache_bytes", kind: aCount, text: "What is left for the cache on an accelerator; negative where the rest is too much already."},
	{name: "kv_cache_bytes_per_token", kind: aCount, text: "What a token takes of it in layers with full attention."},
	{name: "kv_cache_bytes_per_sequence", kind: aCount, text: "What a sequence of the context takes of it."},
	{name: "kv_cache_tokens", kind: aCount, text: "How many tokens the caches of a replica hold, in sequences of the context."},
	{name: "max_context", kind: aCount, text: "The longest context with the concurrency, no longer than the model's."},
	{name: "max_concurrency", kind: aCount, text: "The most sequences of the context."},
	{name: "min_accelerators", kind: aCount, text: "The smallest number of accelerators on which the model fits: a power of two up to 64, within eight by tensor and beyond by pipeline parallelism; `0` where none is enough."},
	{name: "tensor_parallel", kind: aCount, text: "The tensor parallel size that was computed with."},
	{name: "pipeline_parallel", kind: aCount, text: "The pipeline parallel size that was computed with."},
	{name: "data_parallel", kind: aCount, text: "The data parallel size that was computed with."},
	{name: "context", kind: aCount, text: "The context that was computed with."},
	{name: "concurrency", kind: aCount, text: "The concurrency that was computed with."},
}

// fitAttributes are the arguments and the results of a data source. What is both is an argument with a default.
func fitAttributes() map[string]dschema.Attribute {
	out := computedAttributes(fitResults)
	for _, each := range fitArguments {
		_, both := out[each.name]
		switch each.kind {
		case aCount:
			out[each.name] = dschema.Int64Attribute{Optional: true, Computed: both, MarkdownDescription: each.text}
		case aNumber:
			out[each.name] = dschema.Float64Attribute{Optional: true, Computed: both, MarkdownDescription: each.text}
		default:
			out[each.name] = dschema.StringAttribute{Optional: true, Computed: both, MarkdownDescription: each.text}
		}
	}
	return out
}

// typeOf is the type of what is described.
func typeOf(of []described) types.ObjectType {
	out := map[string]attr.Type{}
	for _, each := range of {
		out[each.name] = each.computed().GetType()
	}
	return types.ObjectType{AttrTypes: out}
}

// invalidArgument is the argument of a fit that an error is about, with what is wrong with it, and "" where that is the facts.
func invalidArgument(err error) (name, why string) {
	var invalid *fit.Invalid
	if !errors.As(err, &invalid) {
		return "", err.Error()
	}
	if slices.ContainsFunc(fitArguments, func(d described) bool { return d.name == invalid.Argument }) {
		return invalid.Argument, invalid.Why
	}
	return "", invalid.Why
}
