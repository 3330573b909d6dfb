package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

// engineLintCases are about the arguments that a service adds for vLLM and SGLang.
var engineLintCases = map[string]kindstest.Case{
	"arguments that contradict": {
		Reason: "two types, a branch that moves, and a cache that holds less than the context",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, extraArgs: [--dtype, auto, --dtype=half, --revision, main, --context-length, "8192", --max-total-tokens, "4096"]}`,
		Want: []string{
			`warning EL-2 spec.extraArgs[2]: --dtype is "half" here and "auto" in spec.extraArgs[0]`,
			"warning EL-4 spec.extraArgs[3]: name a commit or a tag",
			"warning EL-5 spec.extraArgs[5]: limits the cache to 4096 tokens",
		},
	},
	"arguments that agree": {
		Reason: "each is given once, the revision is a tag, and the cache holds the context",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, extraArgs: [--dtype, auto, --revision, v1, --context-length, "4096", --max-total-tokens, "4096"]}`,
		Near:   []string{"EL-2", "EL-4", "EL-5"},
	},
	"arguments that the engine refuses": {
		Reason: "build 10068 has other names and no equals sign, and one value is none of the choices",
		Patch:  `spec: {runtime: llamacpp, image: "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068", extraArgs: [--ctx-size=4096, --draft-max, "4", --slot-save-path, /tmp, --cache-reuse, many]}`,
		Want: []string{
			"EL-6 spec.extraArgs[0]: llama.cpp b10068 does not start with it: it takes the value in a word of its own, after --ctx-size",
			"EL-6 spec.extraArgs[1]: llama.cpp b10068 does not start with it: it is gone since b7482; --spec-draft-n-max takes its place",
			"EL-8 spec.extraArgs[6]: --cache-reuse of llama.cpp b10068 is a whole number",
		},
	},
	"arguments that the engine takes": {
		Reason: "their names and values are right",
		Patch:  `spec: {runtime: llamacpp, image: "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068", extraArgs: [--spec-draft-n-max, "4", --cache-reuse, "256", --jinja]}`,
		Near:   []string{"EL-6", "EL-8"},
	},
	"image without Ray": {
		Reason: "an argument asks for it", Patch: `spec: {runtime: vllm, endpoint: {port: 8000}, image: "vllm/vllm-openai:v0.18.0", extraArgs: [--distributed-executor-backend, ray]}`,
		Want: []string{"EL-14 spec.image: it has no Ray, which spec.extraArgs[0] asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"image with Ray": {
		Reason: "it is the last that has it", Patch: `spec: {runtime: vllm, endpoint: {port: 8000}, image: "vllm/vllm-openai:v0.17.1", extraArgs: [--distributed-executor-backend, ray]}`, Near: []string{"EL-14"},
	},
	"argument that is misspelt": {
		Reason: "the operator chooses the version", Patch: `spec: {runtime: vllm, endpoint: {port: 8000}, extraArgs: [--max-model-length, "8"]}`,
		Want: []string{"warning EL-7 spec.extraArgs[0]: no version of vLLM is known to have it: did you mean --max-model-len?"},
	},
	"argument that is not": {
		Reason: "it is near to none", Patch: `spec: {runtime: vllm, endpoint: {port: 8000}, extraArgs: [--frobnicate]}`, Near: []string{"EL-7"},
	},
	"flags that llama.cpp does not have": {
		Reason: "its flags are its own", Patch: `spec: {extraArgs: [--revision, main, --dtype, auto, --dtype=half]}`,
		Near: []string{"EL-2", "EL-4"},
	},
	"options of SGLang twice": {
		Reason: "the engine decides",
		Patch: `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {tensorParallelSize: 2, contextLength: 4096, quantization: fp8, kvCacheDtype: auto},
			extraArgs: [--tp-size, "4", --context-length=8192, --quantization, awq, --kv-cache-dtype, fp8_e5m2]}`,
		Want: []string{
			"warning I-45 spec.extraArgs[0]: `sglang_config.tensor_parallel_size` gives the same option a second time",
			"warning I-45 spec.extraArgs[2]: `sglang_config.context_length` gives the same option a second time",
			"warning I-45 spec.extraArgs[3]: `sglang_config.quantization` gives the same option a second time",
		},
	},
	"types of vLLM twice": {
		Reason: "the engine decides",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {dtype: float16}, extraArgs: [--dtype, bfloat16]}`,
		Want:   []string{"warning I-45 spec.extraArgs[0]: `vllm_config.dtype` gives the same option a second time"},
	},
}

// revisionCases are about the revision of a repository.
var revisionCases = map[string]kindstest.Case{
	"revision that moves": {
		Reason: "main is a branch", Patch: `spec: {source: "hf://a/b@main"}`, Want: []string{"warning EL-4 spec.source: name a commit or a tag"},
	},
	"revision that stays": {Reason: "this is a tag", Patch: `spec: {source: "hf://a/b@v1"}`, Near: []string{"EL-4"}},
}
