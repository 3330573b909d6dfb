package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

var engineLintCases = map[string]kindstest.Case{
	"engine that is misconfigured": {
		Reason: "two hosts of two devices, two lengths, and an image that floats",
		Patch: `spec: {workloadTemplate: {size: 2, workerTemplate: {spec: {containers: [{name: model-runner, image: "registry:5000/a:latest", ports: [{containerPort: 8080}],
			args: [--tensor-parallel-size, "8", --max-model-len, "1024", --max-model-len, "2048"], resources: {limits: {nvidia.com/gpu: "2"}}}]}}}}`,
		Want: []string{
			"warning EL-1 spec.workloadTemplate.workerTemplate.spec.containers[0].args[0]: makes 8 parts, and the pods of a group have 4 accelerators: the engine does not start",
			`warning EL-2 spec.workloadTemplate.workerTemplate.spec.containers[0].args[4]: the context length is "2048" here and "1024"`,
			"warning EL-3 spec.workloadTemplate.workerTemplate.spec.containers[0].image: name a version or a digest",
		},
	},
	"engine that fits": {
		Reason: "leader and worker have a part on each device; data parallel copies are not counted",
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "a:1", ports: [{containerPort: 8080}], args: [--tp-size, "4", --dtype, auto], resources: {limits: {nvidia.com/gpu: "2"}}}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", args: [--tp-size, "2", --dp-size, "4"], resources: {limits: {nvidia.com/gpu: "2"}}}]}}}}`,
		Near: []string{"EL-1", "EL-2", "EL-3"},
	},
	"engine that promises more than it keeps": {
		Reason: "a branch moves, and the cache holds less than the context",
		Patch: `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", ports: [{containerPort: 8080}],
			args: [--revision=master, --context-length, "8192", --max-total-tokens, "4096"]}]}}}}`,
		Want: []string{
			"warning EL-4 spec.workloadTemplate.workerTemplate.spec.containers[0].args[0]: name a commit or a tag",
			"warning EL-5 spec.workloadTemplate.workerTemplate.spec.containers[0].args[1]: limits the cache to 4096 tokens",
		},
	},
	"image without Ray": {
		Reason: "the leader's script starts it",
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.18.0", ports: [{containerPort: 8080}], command: [sh, -c], args: ["ray start --head; exec vllm serve m"]}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.17.1", command: [ray, start, --block]}]}}}}`,
		Want: []string{"EL-14 spec.workloadTemplate.leaderTemplate.spec.containers[0].image: it has no Ray, which spec.workloadTemplate.leaderTemplate.spec.containers[0].args[0] asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"image with Ray": {
		Reason: "it is the last that has it",
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.17.1", ports: [{containerPort: 8080}], command: [sh, -c], args: ["ray start --head; exec vllm serve m"]}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.17.1", command: [ray, start, --block]}]}}}}`,
		Near: []string{"EL-14"},
	},
	"variables that the engine does without": {
		Reason: "one is gone, and one does not let it start",
		Patch: `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, image: "ollama/ollama:0.24.0", ports: [{containerPort: 8080}], readinessProbe: {tcpSocket: {port: 8080}}, env: [
			{name: OLLAMA_MAX_VRAM, value: "4"}, {name: OLLAMA_ORIGINS, value: chat.example.com}]}]}}}}`,
		Want: []string{
			"warning EL-12 spec.workloadTemplate.workerTemplate.spec.containers[0].env[0].name: no version since 0.7.0 does; remove it",
			"EL-13 spec.workloadTemplate.workerTemplate.spec.containers[0].env[1].value: it does not start with another",
		},
	},
	"variables that the engine reads": {
		Reason: "the version before has the one, and the other has a scheme",
		Patch: `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, image: "ollama/ollama:0.6.8", ports: [{containerPort: 8080}], readinessProbe: {tcpSocket: {port: 8080}}, env: [
			{name: OLLAMA_MAX_VRAM, value: "4"}, {name: OLLAMA_ORIGINS, value: "https://chat.example.com"}]}]}}}}`,
		Near: []string{"EL-12", "EL-13"},
	},
	"arguments that the engine refuses": {
		Reason: "one is gone and one has no number; a worker without a version misspells",
		Direct: true,
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.10.0", ports: [{containerPort: 8080}], args: [--enable-reasoning, --seed, one]}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", command: [vllm, serve], args: [m, --max-model-length, "8"]}]}}}}`,
		Want: []string{
			"EL-6 spec.workloadTemplate.leaderTemplate.spec.containers[0].args[0]: vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place",
			"EL-8 spec.workloadTemplate.leaderTemplate.spec.containers[0].args[2]: --seed of vLLM 0.10.0 is a whole number",
			"warning EL-7 spec.workloadTemplate.workerTemplate.spec.containers[0].args[1]: no version of vLLM is known to have it: did you mean --max-model-len?",
		},
	},
	"arguments that the engine takes": {
		Reason: "the version before has the one, and both names are right",
		Direct: true,
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.9.2", ports: [{containerPort: 8080}], args: [--enable-reasoning, --seed, "1"]}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", command: [vllm, serve], args: [m, --max-model-len, "8"]}]}}}}`,
		Near: []string{"EL-6", "EL-7", "EL-8"},
	},
	"pod that lacks what its engine needs": {
		Reason: "two devices exchange data, and requests reach it before it has loaded; its devices may be those of a flavor",
		Patch: `spec: {workloadTemplate: {size: 1, workerTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.10.0", ports: [{containerPort: 8080}],
			resources: {limits: {nvidia.com/gpu: "2"}}}]}}}}`,
		Want: []string{
			"warning EL-10 spec.workloadTemplate.workerTemplate.spec.containers[0].volumeMounts: mount an emptyDir of the medium Memory at /dev/shm",
			"warning EL-11 spec.workloadTemplate.workerTemplate.spec.containers[0].readinessProbe: add a probe that asks for /health",
		},
	},
	"pod that has what its engine needs": {
		Reason: "the memory is the host's, and a worker gets no requests",
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {hostIPC: true, containers: [{name: model-runner, image: "vllm/vllm-openai:v0.10.0", ports: [{containerPort: 8080}],
				readinessProbe: {tcpSocket: {port: 8080}}, resources: {limits: {nvidia.com/gpu: "2"}}}]}},
			workerTemplate: {spec: {hostIPC: true, containers: [{name: model-runner, image: "vllm/vllm-openai:v0.10.0", resources: {limits: {nvidia.com/gpu: "2"}}}]}}}}`,
		Near: []string{"EL-10", "EL-11"},
	},
	"engine that keeps its promises": {
		Reason: "a commit stays, and the cache holds the context",
		Patch: `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", ports: [{containerPort: 8080}],
			args: [--revision=0e9e39f, --context-length, "8192", --max-total-tokens, "8192"]}]}}}}`,
		Near: []string{"EL-4", "EL-5"},
	},
}

// addedArgumentCases are about the arguments that a playground adds.
var addedArgumentCases = map[string]kindstest.Case{
	"arguments that are misspelt": {
		Reason: "the default runtime is vLLM, whose version is not known",
		Patch:  `spec: {backendRuntimeConfig: {args: [--max-model-length, "8"]}}`,
		Want:   []string{"warning EL-7 spec.backendRuntimeConfig.args[0]: no version of vLLM is known to have it: did you mean --max-model-len?"},
	},
	"arguments that are rendered": {
		Reason: "what is rendered is checked with the version of its image", Direct: true,
		Patch: `spec: {backendRuntimeConfig: {args: [--max-model-length, "8"]}}`, Near: []string{"EL-7"},
	},
	"arguments that are not": {
		Reason: "one is right, and one is near to none", Patch: `spec: {backendRuntimeConfig: {args: [--max-model-len, "8", --frobnicate]}}`,
		Near: []string{"EL-7"},
	},
	"arguments of a runtime of one's own": {
		Reason: "its arguments are its own", Patch: `spec: {backendRuntimeConfig: {backendName: mine, args: [--max-model-length, "8"]}}`,
		Near: []string{"EL-7"},
	},
	"arguments that the chosen version refuses": {
		Reason: "one is gone and one has no number", Patch: `spec: {backendRuntimeConfig: {version: v0.10.0, args: [--enable-reasoning, --seed, one]}}`,
		Want: []string{
			"EL-6 spec.backendRuntimeConfig.args[0]: vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place",
			"EL-8 spec.backendRuntimeConfig.args[2]: --seed of vLLM 0.10.0 is a whole number",
		},
	},
	"arguments that the chosen version takes": {
		Reason: "the version before has the one, and a number is one", Patch: `spec: {backendRuntimeConfig: {version: v0.9.2, args: [--enable-reasoning, --seed, "1"]}}`,
		Near: []string{"EL-6", "EL-8"},
	},
	"version without Ray": {
		Reason: "the argument asks for it", Patch: `spec: {backendRuntimeConfig: {version: v0.18.0, args: [--distributed-executor-backend, ray]}}`,
		Want: []string{"EL-14 spec.backendRuntimeConfig.version: it has no Ray, which spec.backendRuntimeConfig.args[0] asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"version with Ray": {
		Reason: "it is the last that has it", Patch: `spec: {backendRuntimeConfig: {version: v0.17.1, args: [--distributed-executor-backend, ray]}}`, Near: []string{"EL-14"},
	},
	"variables that the chosen version does without": {
		Reason: "one is misspelt, and one does not let it start",
		Patch:  `spec: {backendRuntimeConfig: {backendName: ollama, version: 0.24.0, envs: [{name: OLLAMA_KEEPALIVE, value: 24h}, {name: OLLAMA_ORIGINS, value: chat.example.com}]}}`,
		Want: []string{
			"warning EL-12 spec.backendRuntimeConfig.envs[0].name: did you mean OLLAMA_KEEP_ALIVE?",
			"EL-13 spec.backendRuntimeConfig.envs[1].value: it does not start with another",
		},
	},
	"variables that the chosen version reads": {
		Reason: "names and values are right",
		Patch:  `spec: {backendRuntimeConfig: {backendName: ollama, version: 0.24.0, envs: [{name: OLLAMA_KEEP_ALIVE, value: 24h}, {name: OLLAMA_ORIGINS, value: "*"}]}}`,
		Near:   []string{"EL-12", "EL-13"},
	},
	"arguments that contradict": {
		Reason: "two lengths, a branch that moves, and a cache that holds less than the context",
		Patch:  `spec: {backendRuntimeConfig: {backendName: sglang, args: [--dtype, auto, --dtype=half, --revision, main, --context-length, "8192", --max-total-tokens, "4096"]}}`,
		Want: []string{
			`warning EL-2 spec.backendRuntimeConfig.args[2]: --dtype is "half" here and "auto" in spec.backendRuntimeConfig.args[0]`,
			"warning EL-4 spec.backendRuntimeConfig.args[3]: name a commit or a tag",
			"warning EL-5 spec.backendRuntimeConfig.args[5]: limits the cache to 4096 tokens",
		},
	},
	"arguments that agree": {
		Reason: "each is given once, the revision is a tag, and the cache holds the context",
		Patch:  `spec: {backendRuntimeConfig: {args: [--dtype, auto, --revision, v1, --context-length, "4096", --max-total-tokens, "4096"]}}`,
		Near:   []string{"EL-2", "EL-4", "EL-5"},
	},
}

// recommendedArgumentCases are about the arguments that a runtime recommends.
var recommendedArgumentCases = map[string]kindstest.Case{
	"arguments that the engine refuses": {
		Reason: "the first way to serve has one that is gone and one without a number, and the second contradicts itself",
		Patch: `spec: {image: vllm/vllm-openai, version: v0.10.0, command: [vllm, serve], recommendedConfigs: [
			{name: default, args: ["{{ .ModelPath }}", --enable-reasoning, --seed, one]},
			{name: other, args: ["{{ .ModelPath }}", --dtype, auto, --dtype=half, --revision, main]}]}`,
		Want: []string{
			"EL-6 spec.recommendedConfigs[0].args[1]: vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place",
			"EL-8 spec.recommendedConfigs[0].args[3]: --seed of vLLM 0.10.0 is a whole number",
			`warning EL-2 spec.recommendedConfigs[1].args[3]: --dtype is "half" here and "auto" in spec.recommendedConfigs[1].args[1]`,
			"warning EL-4 spec.recommendedConfigs[1].args[4]: name a commit or a tag",
		},
	},
	"version without Ray": {
		Reason: "one way to serve asks for it", Patch: `spec: {image: vllm/vllm-openai, version: v0.18.0, command: [vllm, serve], recommendedConfigs: [{name: default, args: [m]}, {name: other, args: [m, --distributed-executor-backend, ray]}]}`,
		Want: []string{"EL-14 spec.version: it has no Ray, which spec.recommendedConfigs[1].args[1] asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"version with Ray": {
		Reason: "it is the last that has it", Patch: `spec: {image: vllm/vllm-openai, version: v0.17.1, command: [vllm, serve], recommendedConfigs: [{name: default, args: [m, --distributed-executor-backend, ray]}]}`, Near: []string{"EL-14"},
	},
	"variables that the engine does without": {
		Reason: "two ways to serve have the same variables, which are told once",
		Patch: `spec: {image: ollama/ollama, version: 0.24.0, command: [sh, -c], envs: [{name: OLLAMA_KEEP_ALIVE, value: 1d}, {name: OLLAMA_ORIGINS, value: chat.example.com}], recommendedConfigs: [
			{name: default, args: ["ollama serve"]}, {name: other, args: ["ollama serve"]}]}`,
		Want: []string{
			"warning EL-12 spec.envs[0].value: OLLAMA_KEEP_ALIVE of Ollama 0.24.0 is a number of seconds",
			"EL-13 spec.envs[1].value: it does not start with another",
		},
	},
	"variables that the engine reads": {
		Reason: "a hook reads the one, and names and values of the others are right",
		Patch: `spec: {image: ollama/ollama, version: 0.24.0, command: [sh, -c], envs: [{name: OLLAMA_MODEL, value: a}, {name: OLLAMA_KEEP_ALIVE, value: 24h}, {name: OLLAMA_ORIGINS, value: "*"}],
			lifecycle: {postStart: {exec: {command: [sh, -c, "ollama pull $OLLAMA_MODEL"]}}}, recommendedConfigs: [{name: default, args: ["ollama serve"]}]}`,
		Near: []string{"EL-12", "EL-13"},
	},
	"arguments that are misspelt": {
		Reason: "the version is not known, and the cache holds less than the context",
		Patch: `spec: {image: a, version: "1", command: [python3, -m, sglang.launch_server], recommendedConfigs: [
			{name: default, args: [--mem-fraction-statics, "0.8", --context-length, "8192", --max-total-tokens, "4096"]}]}`,
		Want: []string{
			"warning EL-7 spec.recommendedConfigs[0].args[0]: did you mean --mem-fraction-static?",
			"warning EL-5 spec.recommendedConfigs[0].args[2]: limits the cache to 4096 tokens",
		},
	},
	"arguments that the engine takes": {
		Reason: "names and values are right, and a placeholder is filled in later",
		Patch: `spec: {image: vllm/vllm-openai, version: v0.9.2, command: [vllm, serve], recommendedConfigs: [
			{name: default, args: ["{{ .ModelPath }}", --enable-reasoning, --seed, "1", --served-model-name, "{{ .ModelName }}", --revision, v1]}]}`,
		Near: []string{"EL-2", "EL-4", "EL-6", "EL-8"},
	},
	"arguments of another version": {
		Reason: "a name is near to none, and the cache holds the context",
		Patch: `spec: {image: a, version: "1", command: [python3, -m, sglang.launch_server], recommendedConfigs: [
			{name: default, args: [--frobnicate, --context-length, "4096", --max-total-tokens, "4096"]}]}`,
		Near: []string{"EL-5", "EL-7"},
	},
}

// revisionCases are about the revision of a model on a hub.
var revisionCases = map[string]kindstest.Case{
	"revision that moves": {
		Reason: "master is a branch", Patch: `spec: {source: {modelHub: {revision: master}}}`,
		Want: []string{"warning EL-4 spec.source.modelHub.revision: name a commit or a tag"},
	},
	"default revision":    {Reason: "the API fills it in as well", Patch: `spec: {source: {modelHub: {revision: main}}}`, Near: []string{"EL-4"}},
	"revision that stays": {Reason: "this is a tag", Patch: `spec: {source: {modelHub: {revision: main-v1}}}`, Near: []string{"EL-4"}},
}
