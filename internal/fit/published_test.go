package fit

import (
	"math"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
)

// logged is what an engine wrote into its log. Zero is what it did not say.
type logged struct {
	model    string
	quantize *checkpoint.Quantization // of a checkpoint that the table has unquantized
	question Question
	weights  float64 // GiB of one rank
	cache    float64 // GiB of one rank that were left for the cache
	tokens   float64 // that fit into as much cache as was left
	times    float64 // Maximum concurrency for as many tokens as the context has
	whole    bool    // the cache follows from the accelerator as well
	source   string
}

var (
	fp8   = &checkpoint.Quantization{Method: "fp8", Bits: 8}
	awq   = &checkpoint.Quantization{Method: "awq", Bits: 4, GroupSize: 128}
	gptq8 = &checkpoint.Quantization{Method: "gptq", Bits: 8, GroupSize: 128}
	fp4   = &checkpoint.Quantization{Method: "nvfp4", Bits: 4, GroupSize: 16}
)

var published = map[string]logged{
	"Llama 3 8B": {
		model: "meta-llama/Meta-Llama-3-8B", question: Question{Accelerator: "H100", Context: 8192, BatchedTokens: 8192}, weights: 14.96, cache: 53.29, whole: true,
		source: "vllm-project/vllm#10511, 2024-12-14",
	},
	"Llama 3 8B on two": {
		model: "meta-llama/Meta-Llama-3-8B", question: Question{Accelerator: "H100", Tensor: 2, Context: 8192, BatchedTokens: 8192}, weights: 7.48, source: "vllm-project/vllm#10511, 2024-12-14",
	},
	"Llama 3.1 8B, 20,000 tokens": {
		model: "meta-llama/Llama-3.1-8B-Instruct", question: Question{Accelerator: "RTX-3090", Context: 20000, BatchedTokens: 20000}, weights: 14.9888, cache: 3.81, tokens: 1952 * 16, times: 1.56, whole: true,
		source: "vllm-project/vllm#10517, 2024-12-02",
	},
	"Llama 3.1 8B, 29,000 tokens": {
		model: "meta-llama/Llama-3.1-8B-Instruct", question: Question{Accelerator: "RTX-3090", Context: 29000, BatchedTokens: 29000}, weights: 14.9888, cache: 2.89, tokens: 23648, times: .82, whole: true,
		source: "vllm-project/vllm#10517, 2024-12-02",
	},
	"Llama 3.1 70B w8a8": {
		model: "meta-llama/Llama-3.1-70B-Instruct", quantize: fp8, question: Question{Accelerator: "H100", Context: 2048, MemoryFraction: .98}, weights: 67.7229, source: "vllm-project/vllm#12569, 2025-01-30",
	},
	"Qwen 2.5 32B on two": {
		model: "Qwen/Qwen2.5-32B-Instruct", question: Question{Accelerator: "L40S", Tensor: 2, Context: 10000, BatchedTokens: 10000}, weights: 30.7098, cache: 7.71, tokens: 3947 * 16, times: 6.3152, whole: true,
		source: "vllm-project/vllm#15815, 2025-04-02",
	},
	"Qwen 2.5 7B AWQ": {
		model: "Qwen/Qwen2.5-7B-Instruct", quantize: awq, question: Question{MemoryGiB: 8, Context: 4096}, weights: 5.2032, source: "vllm-project/vllm#13882, 2025-02-26",
	},
	"Qwen 2 72B int8 on four": {
		model: "Qwen/Qwen2-72B-Instruct", quantize: gptq8, question: Question{Accelerator: "RTX-3090", Tensor: 4}, weights: 17.9828, source: "vllm-project/vllm#5993, 2024-06-30",
	},
	"Qwen 3 8B": {
		model: "Qwen/Qwen3-8B", question: Question{Accelerator: "RTX-5090", Context: 32768, MemoryFraction: .92}, weights: 15.27, cache: 13.13e9 / (1 << 30), tokens: 89040, whole: true,
		source: "a public notebook: `vllm serve Qwen/Qwen3-8B --max-model-len 32768 --gpu-memory-utilization 0.92`, and the log of vLLM",
	},
	"DeepSeek R1 Distill Qwen 1.5B": {
		model: "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", question: Question{MemoryGiB: 24}, weights: 3.3143, source: "vllm-project/vllm#14939, 2025-03-17, the draft model",
	},
	"Qwen 3 4B": {
		model: "Qwen/Qwen3-4B", question: Question{MemoryGiB: 32}, weights: 7.6785, source: "kyuz0/amd-strix-halo-vllm-toolboxes#5",
	},
	"Qwen 3 235B FP8 on four": {
		model: "Qwen/Qwen3-235B-A22B", quantize: fp8, question: Question{Accelerator: "H100", Tensor: 4}, cache: 8.11, tokens: 178880, source: "vllm-project/vllm#21348, 2025-07-22",
	},
	"Qwen 3 235B FP8 with SGLang": {
		model: "Qwen/Qwen3-235B-A22B", quantize: fp8, question: Question{Engine: "sglang", Accelerator: "H100", Tensor: 4, MemoryFraction: .93}, cache: 2 * 8.23, tokens: 367404, whole: true,
		source: "vllm-project/vllm#21348, 2025-07-22",
	},
	"Qwen 3.6 35B, a hybrid, with an fp8 cache": {
		model: "Qwen/Qwen3.5-35B-A3B", quantize: fp4, question: Question{Accelerator: "RTX-5090", Context: 131072, CacheType: "fp8"}, cache: 5.98, tokens: 567978, times: 4.33,
		source: "noonghunna/club-3090#612; Qwen3.6-35B-A3B has the same shape (ai-dynamo/aiconfigurator model_configs@095f58a)",
	},
	"DeepSeek R1 Distill Qwen 14B on two": {
		model: "deepseek-ai/DeepSeek-R1-Distill-Qwen-14B", question: Question{Accelerator: "RTX-4090", Tensor: 2, MemoryFraction: .98, Context: 131072}, weights: 13.9476, cache: 8.69, whole: true,
		source: "vllm-project/vllm#13061, 2025-02-11",
	},
	"Gemma 4 31B": {
		model: "google/gemma-4-31B-it", question: Question{MemoryGiB: 128}, weights: 63e9 / (1 << 30), source: "aarora79/agentic-coding-harness-benchmarks#14, 2026-07-24: 63 GB",
	},
	"DeepSeek R1 on eight": {
		model: "deepseek-ai/DeepSeek-R1", question: Question{MemoryGiB: 94.62, Tensor: 8}, weights: 79.41, source: "HabanaAI/vllm-fork#809, 2025-02-07",
	},
	"gpt-oss 120b": {
		model: "openai/gpt-oss-120b", question: Question{Accelerator: "H100"}, weights: 64.38, source: "vllm-project/vllm#33155, 2026-01-27",
	},
	"gpt-oss 120b with llama.cpp": {
		model: "openai/gpt-oss-120b", question: Question{Engine: "llamacpp", MemoryGiB: 128, Context: 131072, Concurrency: 2}, cache: 9, tokens: 2 * 131072, source: "ollama/ollama#16480, 2026-06-04 (without the layers that slide: 90 MiB)",
	},
}

// TestPublished compares with what engines wrote into their logs: within a tenth.
func TestPublished(t *testing.T) {
	for name, tc := range published {
		t.Run(name, func(t *testing.T) {
			f, known := table.Of(tc.model)
			if !known || tc.source == "" {
				t.Fatalf("%s is not in the table, or nobody says so", tc.model)
			}
			if tc.quantize != nil {
				f.Quantization, f.WeightBytes = tc.quantize, 0
				f.Complete()
			}
			p, err := prepare(f, tc.question)
			if err != nil {
				t.Fatal(err)
			}
			a := p.answer()
			near := func(what string, got, want float64) {
				t.Helper()
				if want != 0 && math.Abs(got/want-1) > .1 {
					t.Errorf("%s: %.4g was computed, and %.4g logged (%+.0f %%; %s)", what, got, want, (got/want-1)*100, tc.source)
				}
			}
			near("weights (GiB)", float64(a.WeightBytes)/(1<<30), tc.weights)
			if tc.whole {
				near("cache (GiB)", float64(a.CacheBytes)/(1<<30), tc.cache)
			}
			sequences := tc.cache * (1 << 30) / p.perSequence(p.Context)
			near("tokens", sequences*float64(p.Context), tc.tokens)
			near("concurrency", sequences, tc.times)
		})
	}
}

// TestPublishedModels shows that the cases are of different models.
func TestPublishedModels(t *testing.T) {
	models := map[string]bool{}
	for _, tc := range published {
		models[tc.model] = true
	}
	if len(models) < 15 {
		t.Errorf("they are %d", len(models))
	}
}
