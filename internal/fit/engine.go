package fit

import (
	"math"
	"strings"
)

// engine is how an inference engine divides the memory of an accelerator.
type engine struct {
	name string
	// fraction is what it takes of the memory by default, and step the most tokens of one step.
	fraction func(p *plan) float64
	step     func(a Accelerator) int64
	// cache is the types of its cache, by the bits of a number.
	cache map[string]float64
	// outside is true where activations are no part of that fraction.
	outside bool
	// overhead is what its context, its libraries and its communication take, in bytes of one rank.
	overhead, communication int64
	// window is true where a layer with a sliding window keeps no more than the window.
	window bool
	// float32 is true where it loads weights of this type as they are.
	float32 bool
	// fixed is true where it spreads layers and not matrices over accelerators.
	fixed bool
	// logits is true where it has room for the logits of as many tokens as a step has.
	logits bool
}

const mebi = 1 << 20

var engines = map[string]engine{
	// Source: vllm-project/vllm vllm/config.py@6d8d0a2 (gpu_memory_utilization, CacheDType; bfloat16 and float16 are of later ones).
	// From 96a85c5 on the default is 0.92, of which what the CUDA graphs take is subtracted, so that about as much is left.
	// What its logs say of non_torch_memory (vllm/worker/worker.py@6d8d0a2) is between 0.2 and 0.4 GiB.
	"vllm": {
		name: "vLLM", fraction: func(*plan) float64 { return .9 }, step: batched, overhead: 350 * mebi, communication: 100 * mebi, window: true,
		cache: map[string]float64{"": 16, "auto": 16, "bfloat16": 16, "float16": 16, "fp8": 8, "fp8_e4m3": 8, "fp8_e5m2": 8},
	},
	// Source: sgl-project/sglang python/sglang/srt/server_args.py@v0.5.5 (kv_cache_dtype; fp4 has a scale of a byte for 16 numbers).
	// Nothing that could be opened confirms the overhead and the communication, which was "Init torch distributed ends. mem usage=1.77 GB"
	// in a log: they are what brings the published log of SGLang within a tenth.
	"sglang": {
		name: "SGLang", fraction: static, step: chunk, outside: true, overhead: 500 * mebi, communication: 1200 * mebi,
		cache: map[string]float64{"": 16, "auto": 16, "bfloat16": 16, "bf16": 16, "fp8_e4m3": 8, "fp8_e5m2": 8, "fp4_e2m1": 4.5},
	},
	// Source: ggml-org/llama.cpp@3cfa9c3 src/llama-context.cpp (the logits that graph_reserve has room for), common/common.h (n_ubatch),
	// src/llama-kv-cache-iswa.cpp (the window and a micro batch); kv_cache_types of common/arg.cpp. The overhead is an estimate.
	"llamacpp": {
		name: "llama.cpp", fraction: func(*plan) float64 { return 1 }, step: func(Accelerator) int64 { return 512 }, overhead: 500 * mebi, window: true, float32: true, fixed: true, logits: true,
		cache: map[string]float64{"": 16, "f32": 32, "f16": 16, "bf16": 16, "q8_0": 8.5, "q5_1": 6, "q5_0": 5.5, "q4_1": 5, "q4_0": 4.5, "iq4_nl": 4.5},
	},
}

// batched is vLLM's max_num_batched_tokens.
// Source: vllm-project/vllm vllm/engine/arg_utils.py@6d8d0a2 (_set_default_args_v1), get_batch_defaults of later ones.
func batched(a Accelerator) int64 {
	if a.MemoryMiB >= 70<<10 && !strings.Contains(a.Name, "A100") {
		return 8192
	}
	return 2048
}

// sizes of SGLang's steps and CUDA graphs, by less than how much memory an accelerator has.
// Source: sgl-project/sglang python/sglang/srt/server_args.py@v0.5.5 (_handle_gpu_memory_settings).
var sizes = []struct{ below, chunk, graphs, graphsOfFour int64 }{
	{20 << 10, 2048, 8, 8},
	{35 << 10, 2048, 24, 80},
	{60 << 10, 4096, 32, 160},
	{160 << 10, 8192, 256, 512},
	{math.MaxInt64, 16384, 512, 512},
}

// chunk is SGLang's chunked_prefill_size.
func chunk(a Accelerator) int64 {
	for _, s := range sizes {
		if a.MemoryMiB < s.below {
			return s.chunk
		}
	}
	return 0
}

// static is SGLang's mem_fraction_static: without what it puts aside for the activations of a step, CUDA graphs and many ranks. What
// attention by data parallelism and towers for images add to that is not computed.
// Source: sgl-project/sglang python/sglang/srt/server_args.py@v0.5.5 (_handle_gpu_memory_settings).
func static(p *plan) float64 {
	memory := float64(p.accelerator.MemoryMiB)
	aside := 512 + 1.5*float64(max(p.BatchedTokens, 2048)) + 128*float64(p.Tensor*p.Pipeline)
	for _, s := range sizes {
		if p.accelerator.MemoryMiB < s.below {
			graphs := s.graphs
			if p.Tensor >= 4 {
				graphs = s.graphsOfFour
			}
			aside += 2 * float64(graphs)
			break
		}
	}
	if memory > 60<<10 {
		aside = max(aside, 10<<10)
	}
	return max(math.Round((memory-aside)/memory*1000)/1000, 0)
}
