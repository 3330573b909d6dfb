package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

// engineLintCases hold for both kinds.
var engineLintCases = map[string]kindstest.Case{
	"engine of one pod that is misconfigured": {
		Reason: "the pod has two devices, the port is 8000, and the image floats",
		Direct: true,
		Patch: `spec: {template: {roles: [{name: server, workerReplicas: 0, entryTemplate: {spec: {containers: [
			{name: engine, image: vllm/vllm-openai, command: [vllm, serve], args: [--tensor-parallel-size=4, --port, "8080", --port=8000], resources: {limits: {nvidia.com/gpu: "2"}}}]}}}]}}`,
		Want: []string{
			"warning EL-1 spec.template.roles[0].entryTemplate.spec.containers[0].args[0]: makes 4 parts, and the pods of a group have 2 accelerators: the engine does not start",
			`warning EL-2 spec.template.roles[0].entryTemplate.spec.containers[0].args[3]: --port is "8000" here and "8080" in spec.template.roles[0].entryTemplate.spec.containers[0].args[1]`,
			"warning EL-3 spec.template.roles[0].entryTemplate.spec.containers[0].image: name a version or a digest",
		},
	},
	"engine of several pods with idle devices": {
		Reason: "four hosts of eight devices serve one copy of the model",
		Patch: `spec: {template: {roles: [{name: server, workerReplicas: 3,
			entryTemplate: {spec: {containers: [{name: engine, image: "a:1", args: [--tp, "8", --pp, "2"], resources: {limits: {nvidia.com/gpu: "8"}}}]}},
			workerTemplate: {spec: {containers: [{name: engine, image: "a:1", resources: {limits: {nvidia.com/gpu: "8"}}}]}}}]}}`,
		Want: []string{"warning EL-1 spec.template.roles[0].entryTemplate.spec.containers[0].args[0]: makes 16 parts, and the pods of a group have 32 accelerators: the others stay idle"},
	},
	"engine that fits": {
		Reason: "every device has a part, a flag has one value, and a digest does not float",
		Patch: `spec: {template: {roles: [{name: server, workerReplicas: 0, entryTemplate: {spec: {containers: [
			{name: engine, image: "a@sha256:1", args: [--tensor-parallel-size, "2", --port, "8000", --port, "8000"], resources: {limits: {nvidia.com/gpu: "2"}}}]}}}]}}`,
		Near: []string{"EL-1", "EL-2", "EL-3"},
	},
	"engine that promises more than it keeps": {
		Reason: "a branch moves, and the cache holds less than the context",
		Patch: `spec: {template: {roles: [{name: server, workerReplicas: 0, entryTemplate: {spec: {containers: [
			{name: engine, image: "a:1", args: [--revision, main, --context-length=8192, --max-total-tokens, "4096"]}]}}}]}}`,
		Want: []string{
			`warning EL-4 spec.template.roles[0].entryTemplate.spec.containers[0].args[0]: name a commit or a tag`,
			"warning EL-5 spec.template.roles[0].entryTemplate.spec.containers[0].args[2]: limits the cache to 4096 tokens, and a longer request is refused",
		},
	},
	"engine that keeps its promises": {
		Reason: "a tag stays, and layers with a sliding window leave others a quarter more",
		Patch: `spec: {template: {roles: [{name: server, workerReplicas: 0, entryTemplate: {spec: {containers: [
			{name: engine, image: "a:1", args: [--revision, v1.0, --context-length=5120, --max-total-tokens, "4096"]}]}}}]}}`,
		Near: []string{"EL-4", "EL-5"},
	},
	"arguments that the engine refuses": {
		Reason: "one is gone and one has no number, and without a version one is misspelt",
		Direct: true,
		Patch: `spec: {template: {roles: [
			{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", command: [vllm, serve, m, --enable-reasoning], args: [--seed, one]}]}}},
			{name: b, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1", command: [vllm, serve, m], args: [--max-model-length, "8"]}]}}}]}}`,
		Want: []string{
			"EL-6 spec.template.roles[0].entryTemplate.spec.containers[0].command[3]: vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place",
			"EL-8 spec.template.roles[0].entryTemplate.spec.containers[0].args[1]: --seed of vLLM 0.10.0 is a whole number",
			"warning EL-7 spec.template.roles[1].entryTemplate.spec.containers[0].args[0]: no version of vLLM is known to have it: did you mean --max-model-len?",
		},
	},
	"arguments that the engine takes": {
		Reason: "the version before has the one, both names are right, and a script is not read",
		Direct: true,
		Patch: `spec: {template: {roles: [
			{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.9.2", command: [vllm, serve, m, --enable-reasoning], args: [--seed, "1", --reasoning-parser, r]}]}}},
			{name: b, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1", command: [vllm, serve, m], args: [--max-model-len, "8", --frobnicate]}]}}},
			{name: c, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.9.2", command: [sh, -c], args: ["vllm serve m --seed one --max-model-length 8"]}]}}}]}}`,
		Near: []string{"EL-6", "EL-7", "EL-8"},
	},
	"image without Ray": {
		Reason: "the entry's script starts it, and the worker's command line asks for it", Direct: true,
		Patch: `spec: {template: {roles: [{name: a, workerReplicas: 1,
			entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.18.0", command: [sh, -c, "ray start --head && vllm serve m"]}]}},
			workerTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.25.1", args: [--distributed-executor-backend=ray]}]}}}]}}`,
		Want: []string{
			"EL-14 spec.template.roles[0].entryTemplate.spec.containers[0].image: it has no Ray, which spec.template.roles[0].entryTemplate.spec.containers[0].command[2] asks for: name vllm/vllm-openai:v0.17.1",
			"EL-14 spec.template.roles[0].workerTemplate.spec.containers[0].image: it has no Ray, which spec.template.roles[0].workerTemplate.spec.containers[0].args[0] asks for",
		},
	},
	"image with Ray": {
		Reason: "the last that has it, one of one's own, and one that does without", Direct: true,
		Patch: `spec: {template: {roles: [
			{name: a, workerReplicas: 1,
				entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.17.1", command: [sh, -c, "ray start --head && vllm serve m"]}]}},
				workerTemplate: {spec: {containers: [{name: engine, image: "example.test/vllm/vllm-openai:v0.18.0", command: [ray, start, --block]}]}}},
			{name: b, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.18.0", args: [--distributed-executor-backend, mp]}]}}}]}}`,
		Near: []string{"EL-14"},
	},
	"variables that the engine does without": {
		Reason: "one is misspelt, one is no number and one does not let it start, in both modes", Direct: true,
		Patch: `spec: {template: {roles: [{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "ollama/ollama:0.24.0", env: [
			{name: OLLAMA_NUM_PARALLELS, value: "4"}, {name: OLLAMA_CONTEXT_LENGTH, value: 8k}, {name: OLLAMA_ORIGINS, value: chat.example.com}]}]}}}]}}`,
		Want: []string{
			"warning EL-12 spec.template.roles[0].entryTemplate.spec.containers[0].env[0].name: Ollama 0.24.0 does not read it: did you mean OLLAMA_NUM_PARALLEL?",
			"warning EL-12 spec.template.roles[0].entryTemplate.spec.containers[0].env[1].value: OLLAMA_CONTEXT_LENGTH of Ollama 0.24.0 is a whole number",
			"EL-13 spec.template.roles[0].entryTemplate.spec.containers[0].env[2].value: it does not start with another",
		},
	},
	"variables that the engine reads": {
		Reason: "names and values are right, a script reads the one, and the version of the other is not known", Direct: true,
		Patch: `spec: {template: {roles: [
			{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "ollama/ollama:0.24.0", command: [sh, -c, "ollama serve & ollama pull $OLLAMA_MODEL; wait"], env: [
				{name: OLLAMA_NUM_PARALLEL, value: "4"}, {name: OLLAMA_MODEL, value: a}, {name: OLLAMA_ORIGINS, value: "https://chat.example.com"}]}]}}},
			{name: b, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1", env: [{name: OLLAMA_NUM_PARALLELS, value: "4"}, {name: OLLAMA_ORIGINS, value: a}]}]}}}]}}`,
		Near: []string{"EL-12", "EL-13"},
	},
	"pod that lacks what its engine needs": {
		Reason: "the one has no device, the other two that exchange data, and requests reach both before they have loaded",
		Patch: `spec: {template: {roles: [
			{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m]}]}}},
			{name: b, workerReplicas: 1,
				entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m], resources: {limits: {nvidia.com/gpu: "2"}}, readinessProbe: {httpGet: {path: /health, port: 8000}}}]}},
				workerTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", resources: {limits: {nvidia.com/gpu: "2"}}}]}}}]}}`,
		Want: []string{
			"warning EL-9 spec.template.roles[0].entryTemplate.spec.containers[0].resources.limits: vllm/vllm-openai:v0.10.0 needs an accelerator, and the container engine asks for none",
			"warning EL-10 spec.template.roles[1].entryTemplate.spec.containers[0].volumeMounts: mount an emptyDir of the medium Memory at /dev/shm",
			"warning EL-10 spec.template.roles[1].workerTemplate.spec.containers[0].volumeMounts: mount an emptyDir of the medium Memory at /dev/shm",
			"warning EL-11 spec.template.roles[0].entryTemplate.spec.containers[0].readinessProbe: add a probe that asks for /health",
		},
	},
	"pod that has what its engine needs": {
		Reason: "a runtime class hands out the devices, one device shares with none, memory is shared or the host's, and what no engine is known of needs nothing",
		Patch: `spec: {template: {roles: [
			{name: a, workerReplicas: 0, entryTemplate: {spec: {runtimeClassName: nvidia, containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m], readinessProbe: {tcpSocket: {port: 8000}}}]}}},
			{name: b, workerReplicas: 0, entryTemplate: {spec: {hostIPC: true, containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m], resources: {limits: {nvidia.com/gpu: "2"}}, readinessProbe: {tcpSocket: {port: 8000}}}]}}},
			{name: c, workerReplicas: 0, entryTemplate: {spec: {volumes: [{name: shm, emptyDir: {medium: Memory}}], containers: [
				{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m], volumeMounts: [{name: shm, mountPath: /dev/shm}], resources: {limits: {nvidia.com/gpu: "2"}}, readinessProbe: {tcpSocket: {port: 8000}}}]}}},
			{name: d, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m], resources: {limits: {amd.com/gpu: "1"}}, readinessProbe: {tcpSocket: {port: 8000}}}]}}},
			{name: e, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1"}]}}}]}}`,
		Near: []string{"EL-9", "EL-10", "EL-11"},
	},
	"pod that direct mode completes": {
		Reason: "it mounts the memory, adds the probe, and says itself that there is no device", Direct: true,
		Patch: `spec: {template: {roles: [{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model, m]}]}}}]}}`,
		Near:  []string{"EL-9", "EL-11"},
	},
	"limits of other engines": {
		Reason: "the limit of TGI is one of requests, vLLM has none in tokens, and a ratio changes what fits",
		Patch: `spec: {template: {roles: [
			{name: tgi, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1", args: [--max-total-tokens, "4096"]}]}}},
			{name: vllm, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1", args: [--max-model-len, "8192", --max-total-tokens, "4096"]}]}}},
			{name: sglang, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: "a:1", args: [--context-length, "8192", --max-total-tokens, "4096", --swa-full-tokens-ratio=0.1]}]}}}]}}`,
		Near: []string{"EL-5"},
	},
}
