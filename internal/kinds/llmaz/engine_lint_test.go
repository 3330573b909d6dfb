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
	"arguments that the engine refuses": {
		Reason: "one is gone and one has no number; a worker without a version misspells",
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
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "vllm/vllm-openai:v0.9.2", ports: [{containerPort: 8080}], args: [--enable-reasoning, --seed, "1"]}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", command: [vllm, serve], args: [m, --max-model-len, "8"]}]}}}}`,
		Near: []string{"EL-6", "EL-7", "EL-8"},
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
	"arguments that are not": {
		Reason: "one is right, and one is near to none", Patch: `spec: {backendRuntimeConfig: {args: [--max-model-len, "8", --frobnicate]}}`,
		Near: []string{"EL-7"},
	},
	"arguments of a runtime of one's own": {
		Reason: "its arguments are its own", Patch: `spec: {backendRuntimeConfig: {backendName: mine, args: [--max-model-length, "8"]}}`,
		Near: []string{"EL-7"},
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

// revisionCases are about the revision of a model on a hub.
var revisionCases = map[string]kindstest.Case{
	"revision that moves": {
		Reason: "master is a branch", Patch: `spec: {source: {modelHub: {revision: master}}}`,
		Want: []string{"warning EL-4 spec.source.modelHub.revision: name a commit or a tag"},
	},
	"default revision":    {Reason: "the API fills it in as well", Patch: `spec: {source: {modelHub: {revision: main}}}`, Near: []string{"EL-4"}},
	"revision that stays": {Reason: "this is a tag", Patch: `spec: {source: {modelHub: {revision: main-v1}}}`, Near: []string{"EL-4"}},
}
