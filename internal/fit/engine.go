package fit

import "strings"

// engine is how an inference engine divides the memory of an accelerator.
type engine struct {
	name string
	// fraction is what it takes of the memory by default, by its tensor parallel size.
	fraction func(tensor int64) float64
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
	// Source: vllm-project/vllm vllm/config/cache.py (gpu_memory_utilization), vllm/worker/worker.py@v0.8.5. What its logs say of
	// non_torch_memory is between 0.2 and 0.4 GiB.
	"vllm": {name: "vLLM", fraction: func(int64) float64 { return .9 }, overhead: 350 * mebi, communication: 100 * mebi, window: true},
	// Source: sgl-project/sglang python/sglang/srt/server_args.py@v0.4.6 (mem_fraction_static); sgl-project/sglang#11716 for what its
	// communication takes ("Init torch distributed ends. mem usage=1.77 GB").
	"sglang": {name: "SGLang", fraction: static, outside: true, overhead: 500 * mebi, communication: 1200 * mebi},
	// Source: ggml-org/llama.cpp src/llama-context.cpp@b5000: the buffers of a graph, and the logits of a micro batch.
	"llamacpp": {name: "llama.cpp", fraction: func(int64) float64 { return 1 }, overhead: 500 * mebi, window: true, float32: true, fixed: true, logits: true},
}

// static is SGLang's default.
func static(tensor int64) float64 {
	switch {
	case tensor >= 16:
		return .79
	case tensor >= 8:
		return .81
	case tensor >= 4:
		return .85
	case tensor >= 2:
		return .87
	default:
		return .88
	}
}

// batchedTokens is the most of one step by default.
// Source: vllm-project/vllm vllm/engine/arg_utils.py@v0.10.0 (_set_default_args_v1): 8192 with 70 GiB and more but on an A100, else 2048.
func (e engine) batchedTokens(a Accelerator) int64 {
	switch {
	case e.fixed:
		return 512
	case a.MemoryMiB >= 70<<10 && !strings.Contains(a.Name, "A100"):
		return 8192
	default:
		return 2048
	}
}

// cacheBits is what a number of the cache takes, and false for a type that the engine does not have.
func (e engine) cacheBits(name string) (float64, bool) {
	types := map[string]float64{"": 16, "auto": 16, "bfloat16": 16, "float16": 16, "fp8": 8, "fp8_e4m3": 8, "fp8_e5m2": 8}
	if e.fixed {
		types = map[string]float64{"": 16, "f32": 32, "f16": 16, "bf16": 16, "q8_0": 8.5, "q5_1": 6, "q5_0": 5.5, "q4_1": 5, "q4_0": 4.5, "iq4_nl": 4.5}
	}
	bits, known := types[name]
	return bits, known
}
