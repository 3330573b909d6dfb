package ome

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// engineLintCases hold for services, and for runtimes under the names of their components.
var engineLintCases = map[string]kindstest.Case{
	"engines that are misconfigured": {
		Reason: "each has a wrong number of parts, two models, and an image that floats",
		Patch: `spec: {
			engine: {runner: {name: ome-container, image: lmsysorg/sglang, args: [--tp-size, "4", --model-path, a, --model-path, b], resources: {limits: {nvidia.com/gpu: "2"}}}},
			decoder: {
				leader: {runner: {name: ome-container, image: "lmsysorg/sglang:latest", command: [python3, --tp=4], args: [--host, a, --host, b], resources: {limits: {nvidia.com/gpu: "4"}}}},
				worker: {size: 1, runner: {name: ome-container, image: "a:1", resources: {limits: {nvidia.com/gpu: "4"}}}}}}`,
		Want: []string{
			"warning EL-1 spec.engine.runner.args[0]: makes 4 parts, and the pods of a group have 2 accelerators: the engine does not start",
			`warning EL-2 spec.engine.runner.args[4]: the model is "b" here and "a" in spec.engine.runner.args[2]`,
			"warning EL-3 spec.engine.runner.image: name a version or a digest",
			"warning EL-1 spec.decoder.leader.runner.command[1]: makes 4 parts, and the pods of a group have 8 accelerators: the others stay idle",
			`warning EL-2 spec.decoder.leader.runner.args[2]: the address is "b" here and "a" in spec.decoder.leader.runner.args[0]`,
			"warning EL-3 spec.decoder.leader.runner.image: name a version or a digest",
		},
	},
	"arguments that the engine refuses": {
		Reason: "each has one that is misspelt and one that is wrong, and without a version the first alone",
		Patch: `spec: {
			engine: {runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server, --model-path, a], args: [--mem-fraction-statics, "0.8", --context-length, long]}},
			decoder: {runner: {name: ome-container, image: "a:1", command: [python3, -m, sglang.launch_server], args: [--mem-fraction-statics, "0.8", --context-length, long]}}}`,
		Want: []string{
			"EL-6 spec.engine.runner.args[0]: SGLang 0.5.2 does not start with it: did you mean --mem-fraction-static?",
			"EL-8 spec.engine.runner.args[3]: --context-length of SGLang 0.5.2 is a whole number",
			"warning EL-7 spec.decoder.runner.args[0]: no version of SGLang is known to have it: did you mean --mem-fraction-static?",
		},
	},
	"arguments that the engine takes": {
		Reason: "names and values are right",
		Patch: `spec: {
			engine: {runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server, --model-path, a], args: [--mem-fraction-static, "0.8", --context-length, "8192"]}},
			decoder: {runner: {name: ome-container, image: "a:1", command: [python3, -m, sglang.launch_server], args: [--mem-fraction-static, "0.8", --frobnicate]}}}`,
		Near: []string{"EL-6", "EL-7", "EL-8"},
	},
	"image without Ray": {
		Reason: "the command line asks for it",
		Patch:  `spec: {engine: {runner: {name: ome-container, image: "vllm/vllm-openai:v0.18.0", command: [vllm, serve, m], args: [--distributed-executor-backend, ray]}}}`,
		Want:   []string{"EL-14 spec.engine.runner.image: it has no Ray, which spec.engine.runner.args[0] asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"image with Ray": {
		Reason: "it is the last that has it",
		Patch:  `spec: {engine: {runner: {name: ome-container, image: "vllm/vllm-openai:v0.17.1", command: [vllm, serve, m], args: [--distributed-executor-backend, ray]}}}`,
		Near:   []string{"EL-14"},
	},
	"variables that the engine does without": {
		Reason: "one is no choice, and one does not let it start",
		Patch:  `spec: {engine: {runner: {name: ome-container, image: "ollama/ollama:0.24.0", env: [{name: OLLAMA_KV_CACHE_TYPE, value: q8}, {name: OLLAMA_ORIGINS, value: chat.example.com}]}}}`,
		Want: []string{
			"warning EL-12 spec.engine.runner.env[0].value: OLLAMA_KV_CACHE_TYPE of Ollama 0.24.0 is one of f16, q8_0, q4_0",
			"EL-13 spec.engine.runner.env[1].value: it does not start with another",
		},
	},
	"variables that the engine reads": {
		Reason: "names and values are right",
		Patch:  `spec: {engine: {runner: {name: ome-container, image: "ollama/ollama:0.24.0", env: [{name: OLLAMA_KV_CACHE_TYPE, value: q8_0}, {name: OLLAMA_ORIGINS, value: "*"}]}}}`,
		Near:   []string{"EL-12", "EL-13"},
	},
	"engine that fits": {
		Reason: "placeholders are not known before the engine runs",
		Patch: `spec: {engine: {
			leader: {runner: {name: ome-container, image: "a:1", args: [--tp-size, "4", --host, a], resources: {limits: {nvidia.com/gpu: "2"}}}},
			worker: {size: 1, runner: {name: ome-container, image: "a:1", args: [--tp-size, $(PARALLELISM_SIZE)], resources: {limits: {nvidia.com/gpu: "2"}}}}}}`,
		Near: []string{"EL-1", "EL-2", "EL-3"},
	},
	"engines that promise more than they keep": {
		Reason: "a branch moves, and the cache holds less than the context",
		Patch: `spec: {
			engine: {runner: {name: ome-container, image: "a:1", args: [--revision, main, --context-length, "8192", --max-total-tokens, "4096"]}},
			decoder: {runner: {name: ome-container, image: "a:1", args: [--revision, main, --context-length, "8192", --max-total-tokens, "4096"]}}}`,
		Want: []string{
			"warning EL-4 spec.engine.runner.args[0]: name a commit or a tag",
			"warning EL-5 spec.engine.runner.args[2]: limits the cache to 4096 tokens",
			"warning EL-4 spec.decoder.runner.args[0]: name a commit or a tag",
			"warning EL-5 spec.decoder.runner.args[2]: limits the cache to 4096 tokens",
		},
	},
	"engine that keeps its promises": {
		Reason: "a tag stays, and the cache holds the context",
		Patch:  `spec: {engine: {runner: {name: ome-container, image: "a:1", args: [--revision, v1, --context-length, "4096", --max-total-tokens, "4096"]}}}`,
		Near:   []string{"EL-4", "EL-5"},
	},
}

// runtimeEngineCases are the cases of services in the words of runtimes.
func runtimeEngineCases() map[string]kindstest.Case {
	words := strings.NewReplacer("engine: {", "engineConfig: {", "decoder: {", "decoderConfig: {", "spec.engine.", "spec.engineConfig.", "spec.decoder.", "spec.decoderConfig.")
	all := map[string]kindstest.Case{}
	for name, tc := range engineLintCases {
		tc.Patch = words.Replace(tc.Patch)
		want := make([]string, len(tc.Want))
		for i, text := range tc.Want {
			want[i] = words.Replace(text)
		}
		tc.Want = want
		all[name] = tc
	}
	return kindstest.Merge(all, sharedMemoryCases)
}

// sharedMemoryCases are about the pods of runtimes.
var sharedMemoryCases = map[string]kindstest.Case{
	"engines without shared memory": {
		Reason: "two devices exchange data, in one pod and in each of a group",
		Patch: `spec: {
			engineConfig: {runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server], resources: {limits: {nvidia.com/gpu: "2"}}}},
			decoderConfig: {
				leader: {runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server], resources: {limits: {nvidia.com/gpu: "2"}}}},
				worker: {size: 1, runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server], resources: {limits: {nvidia.com/gpu: "2"}}}}}}`,
		Want: []string{
			"warning EL-10 spec.engineConfig.runner.volumeMounts: mount an emptyDir of the medium Memory at /dev/shm",
			"warning EL-10 spec.decoderConfig.leader.runner.volumeMounts: mount an emptyDir of the medium Memory at /dev/shm",
			"warning EL-10 spec.decoderConfig.worker.runner.volumeMounts: mount an emptyDir of the medium Memory at /dev/shm",
		},
	},
	"engines with shared memory": {
		Reason: "it is the host's, or the webhook of OME mounts it beside RDMA",
		Patch: `spec: {
			engineConfig: {hostIPC: true, runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server], resources: {limits: {nvidia.com/gpu: "2"}}}},
			decoderConfig: {annotations: {rdma.ome.io/auto-inject: "true"}, runner: {name: ome-container, image: "lmsysorg/sglang:v0.5.2-cu126", command: [python3, -m, sglang.launch_server], resources: {limits: {nvidia.com/gpu: "2"}}}}}`,
		Near: []string{"EL-10"},
	},
}

// storedRevisionCases are about the revision that a model is downloaded at.
var storedRevisionCases = map[string]kindstest.Case{
	"revision that moves": {
		Reason: "main is a branch", Patch: `{spec: {storage: {storageUri: "hf://a/b@main"}}}`,
		Want: []string{"warning EL-4 spec.storage.storageUri: name a commit or a tag"},
	},
	"revision that stays": {Reason: "this is a tag", Patch: `{spec: {storage: {storageUri: "hf://a/b@v1"}}}`, Near: []string{"EL-4"}},
}
