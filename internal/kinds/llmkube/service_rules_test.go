package llmkube

const validService = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: InferenceService
metadata: {name: chat}
spec:
  modelRef: qwen
  endpoint: {path: /v1/chat/completions}
  resources: {cpu: "4", memory: 16Gi}
`

var serviceCases = map[string]ruleCase{
	"valid": {
		reason: "this is what most people write",
		near:   []string{"I-01", "I-02", "I-04", "I-10", "I-14", "I-16", "I-17", "I-18", "I-19", "I-20", "I-21", "I-22", "I-24", "I-25", "I-54"},
	},
	"long name": {
		reason: "it becomes a label",
		patch:  `metadata: {name: ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss}`,
		want: []verdict{
			{"I-01", "metadata.name", `at most 63`, false},
		},
	},
	"name with a digit in front": {
		reason: "a core Service starts with a letter",
		patch:  `metadata: {name: 7b.chat}`,
		want: []verdict{
			{"I-02", "metadata.name", `start with a letter`, false},
		},
	},
	"no model": {
		reason: "there is nothing to serve",
		patch:  `spec: {modelRef: ""}`,
		want: []verdict{
			{"I-04", "spec.modelRef", `name the model`, false},
		},
	},
	"model that is no label": {
		reason: "it becomes a label",
		patch:  `spec: {modelRef: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}`,
		want: []verdict{
			{"I-04", "spec.modelRef", `value of a label`, false},
		},
	},
	"variable twice": {
		reason: "the last one would win",
		patch:  `spec: {env: [{name: A, value: x}, {name: A, value: z}, {name: B, value: x, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}`,
		want: []verdict{
			{"I-06", "spec.env[1].name", "another item of the list", false},
			{"I-06", "spec.env[2].valueFrom", "not together with `value`", false},
		},
	},
	"variables": {
		reason: "names differ",
		patch:  `spec: {env: [{name: A, value: x}, {name: B, valueFrom: {secretKeyRef: {name: s, key: k}}}], imagePullSecrets: [{name: p}]}`,
		near:   []string{"I-06", "I-07"},
	},
	"references without name": {
		reason: "an empty name is refused later",
		patch:  `spec: {env: [{name: A, valueFrom: {secretKeyRef: {key: k}}}, {name: B, valueFrom: {configMapKeyRef: {key: k}}}], imagePullSecrets: [{}]}`,
		want: []verdict{
			{"I-07", "spec.env[0].valueFrom.secretKeyRef.name", `name the object`, false},
			{"I-07", "spec.env[1].valueFrom.configMapKeyRef.name", `name the object`, false},
			{"I-07", "spec.imagePullSecrets[0].name", `name the object`, false},
		},
	},
	"token without Secret of vllm": {
		reason: "an empty name is refused later",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {hfTokenSecretRef: {key: k}}}`,
		near:   []string{"I-10", "I-16", "I-19"},
		want: []verdict{
			{"I-07", "spec.vllmConfig.hfTokenSecretRef.name", `name the object`, false},
		},
	},
	"token without Secret of sglang": {
		reason: "an empty name is refused later",
		patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {hfTokenSecretRef: {key: k}}}`,
		near:   []string{"I-10", "I-16", "I-19"},
		want: []verdict{
			{"I-07", "spec.sglangConfig.hfTokenSecretRef.name", `name the object`, false},
		},
	},
	"token without Secret of tgi": {
		reason: "an empty name is refused later",
		patch:  `spec: {runtime: tgi, endpoint: {port: 80}, tgiConfig: {hfTokenSecretRef: {key: k}}}`,
		near:   []string{"I-10", "I-16", "I-19"},
		want: []verdict{
			{"I-07", "spec.tgiConfig.hfTokenSecretRef.name", `name the object`, false},
		},
	},
	"token without Secret of personaplex": {
		reason: "an empty name is refused later",
		patch:  `spec: {runtime: personaplex, endpoint: {port: 8998}, image: i, personaPlexConfig: {hfTokenSecretRef: {key: k}}}`,
		near:   []string{"I-10", "I-16", "I-19"},
		want: []verdict{
			{"I-07", "spec.personaPlexConfig.hfTokenSecretRef.name", `name the object`, false},
		},
	},
	"probes": {
		reason: "each breaks a rule of Kubernetes",
		patch:  `spec: {probeOverrides: {startup: {}, liveness: {tcpSocket: {port: 1}, successThreshold: 2}, readiness: {tcpSocket: {port: 1}, terminationGracePeriodSeconds: 5, periodSeconds: -1}}}`,
		want: []verdict{
			{"I-08", "spec.probeOverrides.startup", `exactly one`, false},
			{"I-08", "spec.probeOverrides.liveness.successThreshold", `must be 1`, false},
			{"I-08", "spec.probeOverrides.readiness.terminationGracePeriodSeconds", `ends no pod`, false},
			{"I-08", "spec.probeOverrides.readiness.periodSeconds", `must not be negative`, false},
		},
	},
	"probe": {
		reason: "one handler",
		patch:  `spec: {probeOverrides: {readiness: {httpGet: {port: 1}, successThreshold: 2}}}`,
		near:   []string{"I-08"},
	},
	"labels of LLMKube": {
		reason: "it sets them itself",
		patch:  `spec: {podLabels: {app: x, team: search}}`,
		want: []verdict{
			{"I-09", "spec.podLabels[app]", `sets this label itself`, true},
		},
	},
	"labels": {
		reason: "this one is free",
		patch:  `spec: {podLabels: {team: search}}`,
		near:   []string{"I-09"},
	},
	"vLLM without endpoint": {
		reason: "it listens on 8000",
		patch:  `spec: {runtime: vllm, endpoint: null}`,
		want: []verdict{
			{"I-10", "spec.endpoint", `listens on 8000, but the core Service sends to 8080`, false},
		},
	},
	"other container port": {
		reason: "the Service does not know it",
		patch:  `spec: {containerPort: 9000}`,
		want: []verdict{
			{"I-10", "spec.containerPort", `listens on 9000`, false},
		},
	},
	"node port of a cluster address": {
		reason: "it is ignored",
		patch:  `spec: {endpoint: {nodePort: 30001}}`,
		want: []verdict{
			{"I-11", "spec.endpoint.nodePort", "`NodePort` only", true},
		},
	},
	"node port": {
		reason: "the type is right",
		patch:  `spec: {endpoint: {type: NodePort, nodePort: 30001}}`,
		near:   []string{"I-11"},
	},
	"port of a generic container": {
		reason: "nobody tells it",
		patch:  `spec: {runtime: generic, image: i, containerPort: 8080}`,
		want: []verdict{
			{"I-13", "spec.containerPort", `does not tell this runtime`, true},
		},
	},
	"port of a generic container in args": {
		reason: "it is told",
		patch:  `spec: {runtime: generic, image: i, containerPort: 8080, args: [--port=8080]}`,
		near:   []string{"I-13", "I-17"},
	},
	"port of a generic container in command": {
		reason: "it is told",
		patch:  `spec: {runtime: generic, image: i, containerPort: 8080, command: [serve, "8080"]}`,
		near:   []string{"I-13", "I-17"},
	},
	"port of a generic container in env": {
		reason: "it is told",
		patch:  `spec: {runtime: generic, image: i, containerPort: 8080, env: [{name: PORT, value: "8080"}]}`,
		near:   []string{"I-13", "I-17"},
	},
	"relative path": {
		reason: "it is no URL",
		patch:  `spec: {endpoint: {path: v1}}`,
		want: []verdict{
			{"I-14", "spec.endpoint.path", "start with `/`", false},
		},
	},
	"generic without image": {
		reason: "there is no default",
		patch:  `spec: {runtime: generic}`,
		want: []verdict{
			{"I-16", "spec.image", `has no image of its own`, false},
		},
	},
	"arguments of llama.cpp": {
		reason: "only generic takes them",
		patch:  `spec: {args: [-x]}`,
		want: []verdict{
			{"I-17", "spec.args", "use `extra_args`", false},
		},
	},
	"further arguments of generic": {
		reason: "it ignores them",
		patch:  `spec: {runtime: generic, image: i, extraArgs: [-x]}`,
		want: []verdict{
			{"I-18", "spec.extraArgs", `ignores it`, true},
		},
	},
	"further arguments of TGI in v0.8.7": {
		reason:  "that release ignores them",
		patch:   `spec: {runtime: tgi, endpoint: {port: 80}, extraArgs: [-x]}`,
		dialect: "v0.8.7",
		want: []verdict{
			{"I-18", "spec.extraArgs", `v0.8.7 ignores it`, true},
		},
	},
	"further arguments of TGI": {
		reason:  "v0.9.19 passes them",
		patch:   `spec: {runtime: tgi, endpoint: {port: 80}, extraArgs: [-x]}`,
		dialect: "v0.9.19",
		near:    []string{"I-18"},
	},
	"options of other runtimes": {
		reason: "they are ignored",
		patch:  `spec: {vllmConfig: {}, sglangConfig: {}, tgiConfig: {}, personaPlexConfig: {}}`,
		want: []verdict{
			{"I-19", "spec.vllmConfig", `belongs to the runtime`, false},
			{"I-19", "spec.sglangConfig", `belongs to the runtime`, false},
			{"I-19", "spec.tgiConfig", `belongs to the runtime`, false},
			{"I-19", "spec.personaPlexConfig", `belongs to the runtime`, false},
		},
	},
	"options of llama.cpp": {
		reason: "vLLM ignores them",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, resources: {memory: 1Gi}, contextSize: 4096, ropeScaling: {type: yarn}, flashAttention: true, jinja: true, cacheTypeK: f16, cacheTypeV: f16, cacheTypeCustomK: t, cacheTypeCustomV: t, moeCPUOffload: true, moeCPULayers: 0, noKvOffload: true, noWarmup: true, reasoningBudget: 0, reasoningBudgetMessage: x, metadataOverrides: ["a=int:1"], tensorOverrides: ["a=b"], batchSize: 1, uBatchSize: 1}`,
		want: []verdict{
			{"I-20", "spec.contextSize", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.ropeScaling", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.flashAttention", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.jinja", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.cacheTypeK", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.cacheTypeV", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.cacheTypeCustomK", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.cacheTypeCustomV", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.moeCPUOffload", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.moeCPULayers", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.noKvOffload", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.noWarmup", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.reasoningBudget", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.reasoningBudgetMessage", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.metadataOverrides", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.tensorOverrides", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.batchSize", "only the runtime `llamacpp` reads it", true},
			{"I-20", "spec.uBatchSize", "only the runtime `llamacpp` reads it", true},
			{"I-38", "spec.cacheTypeK", `"t" wins`, true},
			{"I-38", "spec.cacheTypeV", `"t" wins`, true},
		},
	},
	"slots of TGI": {
		reason: "it ignores them",
		patch:  `spec: {runtime: tgi, endpoint: {port: 80}, parallelSlots: 4}`,
		want: []verdict{
			{"I-21", "spec.parallelSlots", `ignores it`, true},
		},
	},
	"address in words": {
		reason: "it is an IP address",
		patch:  `spec: {bindAddress: localhost}`,
		want: []verdict{
			{"I-22", "spec.bindAddress", `must be an IP address`, false},
		},
	},
	"address of generic": {
		reason: "it ignores it",
		patch:  `spec: {runtime: generic, image: i, bindAddress: "::"}`,
		want: []verdict{
			{"I-22", "spec.bindAddress", `ignores it`, true},
		},
	},
	"rerank on vLLM": {
		reason: "there is no argument",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, mode: rerank}`,
		want: []verdict{
			{"I-23", "spec.mode", `no argument for it`, true},
		},
	},
	"embedding on SGLang": {
		reason: "there is an argument",
		patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, mode: embedding}`,
		near:   []string{"I-23"},
	},
	"no download for TGI": {
		reason: "it never downloads",
		patch:  `spec: {runtime: tgi, endpoint: {port: 80}, skipModelInit: true}`,
		want: []verdict{
			{"I-24", "spec.skipModelInit", `nothing is downloaded`, true},
		},
	},
	"no download for llama.cpp": {
		reason: "it starts with an empty model",
		patch:  `spec: {skipModelInit: true}`,
		want: []verdict{
			{"I-25", "spec.skipModelInit", "empty `--model`", false},
		},
	},
	"model from the hub": {
		reason: "llama.cpp loads it",
		patch:  `spec: {skipModelInit: true, extraArgs: [-hf, a/b]}`,
		near:   []string{"I-25"},
	},
	"own command": {
		reason: "it loads the model",
		patch:  `spec: {skipModelInit: true, command: [serve]}`,
		near:   []string{"I-25"},
	},
	"router without models": {
		reason: "it serves a folder",
		patch:  `spec: {runtime: llamacpp-router}`,
		want: []verdict{
			{"I-28", "spec.extraVolumeMounts", "`/models`", true},
		},
	},
	"router": {
		reason: "the folder is there",
		patch:  `spec: {runtime: llamacpp-router, extraVolumes: [{name: m, emptyDir: {}}], extraVolumeMounts: [{name: m, mountPath: /models}]}`,
		near:   []string{"I-28", "I-74"},
	},
	"draft without model": {
		reason: "it is left out",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {speculative: {enabled: true}}}`,
		want: []verdict{
			{"I-32", "spec.vllmConfig.speculative.model", `leaves speculative decoding out`, false},
		},
	},
	"draft by the name of a Model": {
		reason: "vLLM does not know it",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {speculative: {enabled: true, model: draft}}}`,
		near:   []string{"I-32"},
		want: []verdict{
			{"I-33", "spec.vllmConfig.speculative.model", `names of Models`, true},
		},
	},
	"draft by repository": {
		reason: "vLLM loads it",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {speculative: {enabled: true, model: a/b}}}`,
		near:   []string{"I-33"},
	},
	"options of vLLM": {
		reason: "each is doubtful",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {cpuOffloadGB: 4, tensorParallelSize: 0, maxModelLen: 0, kvCacheDtype: fp8_e5m2, kvCacheCustomDtype: t, attentionBackend: flashinfer}}`,
		want: []verdict{
			{"I-35", "spec.vllmConfig.cpuOffloadGB", `seen to ignore it`, true},
			{"I-36", "spec.vllmConfig.tensorParallelSize", `at least 1`, false},
			{"I-37", "spec.vllmConfig.maxModelLen", `at least 1`, false},
			{"I-38", "spec.vllmConfig.kvCacheDtype", `wins`, true},
			{"I-39", "spec.vllmConfig.attentionBackend", `in capitals`, true},
		},
	},
	"sound options of vLLM": {
		reason: "none is doubtful",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {cpuOffloadGB: 0, tensorParallelSize: 1, maxModelLen: 1, kvCacheDtype: auto, kvCacheCustomDtype: t, attentionBackend: FLASHINFER, quantization: fp8}}`,
		near:   []string{"I-35", "I-36", "I-37", "I-38", "I-39"},
	},
	"options of SGLang": {
		reason: "the custom type wins",
		patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {kvCacheDtype: fp8_e5m2, kvCacheCustomDtype: t, speculative: {enabled: true}, loraModules: [a, "=p", "{}"]}}`,
		want: []verdict{
			{"I-38", "spec.sglangConfig.kvCacheDtype", `wins`, true},
			{"I-51", "spec.sglangConfig.speculative.algorithm", `needs a method`, false},
			{"I-51", "spec.sglangConfig.speculative.draftModelPath", `needs weights`, false},
			{"I-52", "spec.sglangConfig.loraModules[0]", `is dropped`, false},
			{"I-52", "spec.sglangConfig.loraModules[1]", `is dropped`, false},
			{"I-52", "spec.sglangConfig.loraModules[2]", `is dropped`, false},
		},
	},
	"thresholds without draft": {
		reason: "they do not count",
		patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {speculative: {acceptThresholdAcc: 0.5}}}`,
		want: []verdict{
			{"I-51", "spec.sglangConfig.speculative.acceptThresholdAcc", "while `enabled` is true", false},
		},
	},
	"sound options of SGLang": {
		reason: "all is there",
		patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {speculative: {enabled: true, algorithm: EAGLE, draftModelPath: /d}, loraModules: [a=/p, "{\"name\":\"a\",\"path\":\"/p\"}"]}}`,
		near:   []string{"I-51", "I-52"},
	},
	"lengths of TGI": {
		reason: "nothing is left for the answer",
		patch:  `spec: {runtime: tgi, endpoint: {port: 80}, tgiConfig: {maxInputLength: 4096, maxTotalTokens: 4096}}`,
		want: []verdict{
			{"I-37", "spec.tgiConfig.maxInputLength", "less than `max_total_tokens`", false},
		},
	},
	"no flash attention": {
		reason: "it is not turned off",
		patch:  `spec: {flashAttention: false}`,
		want: []verdict{
			{"I-40", "spec.flashAttention", "`extra_args`", true},
		},
	},
	"flash attention": {
		reason: "this is what it is for",
		patch:  `spec: {flashAttention: true}`,
		near:   []string{"I-40"},
	},
	"experts twice": {
		reason: "one is for all layers",
		patch:  `spec: {moeCPUOffload: true, moeCPULayers: 3, resources: {memory: null, hostMemory: 64Gi}}`,
		near:   []string{"I-58"},
		want: []verdict{
			{"I-41", "spec.moeCPULayers", `for all layers`, true},
		},
	},
	"experts": {
		reason: "0 layers is nothing",
		patch:  `spec: {moeCPUOffload: true, moeCPULayers: 0}`,
		near:   []string{"I-41", "I-58"},
	},
	"message without budget": {
		reason: "it is ignored",
		patch:  `spec: {reasoningBudgetMessage: stop}`,
		want: []verdict{
			{"I-42", "spec.reasoningBudgetMessage", `ignored`, true},
		},
	},
	"message and budget": {
		reason: "0 counts",
		patch:  `spec: {reasoningBudgetMessage: stop, reasoningBudget: 0}`,
		near:   []string{"I-42"},
	},
	"scaling twice": {
		reason: "the block is dropped",
		patch:  `spec: {ropeScaling: {type: yarn}, extraArgs: [--rope-scaling=yarn]}`,
		want: []verdict{
			{"I-43", "spec.ropeScaling", `dropped as a whole`, true},
		},
	},
	"scaling": {
		reason: "this is the one",
		patch:  `spec: {ropeScaling: {type: yarn}, extraArgs: [--rope-scale, "2"]}`,
		near:   []string{"I-43"},
	},
	"slots twice": {
		reason: "the typed one is dropped",
		patch:  `spec: {parallelSlots: 4, extraArgs: [--parallel, "8"]}`,
		want: []verdict{
			{"I-44", "spec.parallelSlots", "`--parallel`", true},
		},
	},
	"slots of vLLM under another name": {
		reason: "vLLM has no such argument",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, parallelSlots: 4, extraArgs: [--parallel, "8"]}`,
		near:   []string{"I-44", "I-45"},
	},
	"options twice": {
		reason: "the engine decides",
		patch:  `spec: {contextSize: 4096, jinja: true, batchSize: 1, uBatchSize: 1, parallelSlots: 4, extraArgs: [-c, "8", --jinja, -b=1, --ubatch-size, "1", -np, "2"]}`,
		want: []verdict{
			{"I-45", "spec.extraArgs[0]", `a second time`, true},
			{"I-45", "spec.extraArgs[2]", `a second time`, true},
			{"I-45", "spec.extraArgs[3]", `a second time`, true},
			{"I-45", "spec.extraArgs[4]", `a second time`, true},
			{"I-45", "spec.extraArgs[6]", `a second time`, true},
		},
	},
	"options of vLLM twice": {
		reason: "the engine decides",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {maxModelLen: 4096, tensorParallelSize: 2}, extraArgs: [--max-model-len=1, -tp, "2"]}`,
		want: []verdict{
			{"I-45", "spec.extraArgs[0]", `a second time`, true},
			{"I-45", "spec.extraArgs[1]", `a second time`, true},
		},
	},
	"overrides": {
		reason: "llama.cpp would not start",
		patch:  `spec: {metadataOverrides: ["a=1"], tensorOverrides: [exps]}`,
		want: []verdict{
			{"I-46", "spec.metadataOverrides[0]", `<key>=<type>:<value>`, false},
			{"I-47", "spec.tensorOverrides[0]", `<pattern>=<device>`, false},
		},
	},
	"sound overrides": {
		reason: "these are the forms",
		patch:  `spec: {metadataOverrides: ["a=int:1"], tensorOverrides: [exps=CPU]}`,
		near:   []string{"I-46", "I-47"},
	},
	"draft of llama.cpp on vLLM": {
		reason: "only readiness would wait",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {}, speculativeDecoding: {type: mtp}}`,
		want: []verdict{
			{"I-48", "spec.speculativeDecoding", "only the runtime `llamacpp`", false},
		},
	},
	"draft of llama.cpp": {
		reason: "this is what it is for",
		patch:  `spec: {speculativeDecoding: {type: mtp}}`,
		near:   []string{"I-48"},
	},
	"resources in words": {
		reason: "they are quantities",
		patch:  `spec: {resources: {cpu: four, memory: "0", hostMemory: -1Gi, ephemeralStorage: 1.2.3, gpuMemory: 8Gi, gpuSharing: {mode: partitioned, profile: half}}}`,
		want: []verdict{
			{"I-54", "spec.resources.cpu", `must be a quantity`, false},
			{"I-54", "spec.resources.memory", `more than 0`, false},
			{"I-54", "spec.resources.hostMemory", `more than 0`, false},
			{"I-55", "spec.resources.ephemeralStorage", `must be a quantity`, false},
			{"I-56", "spec.resources.memory", "`host_memory` wins", true},
			{"I-57", "spec.resources.gpuMemory", `nothing reads it`, true},
			{"I-62", "spec.resources.gpuSharing.profile", `1g.24gb`, false},
		},
	},
	"resources": {
		reason: "they are quantities",
		patch:  `spec: {noKvOffload: true, resources: {cpu: 500m, memory: 16Gi, ephemeralStorage: 40Gi, gpuSharing: {mode: partitioned, profile: 1g.24gb}}}`,
		near:   []string{"I-55", "I-56", "I-57", "I-58", "I-62"},
	},
	"offload without memory": {
		reason: "the pods request none",
		patch:  `spec: {moeCPUOffload: true, resources: null}`,
		want: []verdict{
			{"I-58", "spec.resources.hostMemory", `request none`, true},
		},
	},
	"cache offload without memory": {
		reason: "the pods request none",
		patch:  `spec: {noKvOffload: true, resources: null}`,
		want: []verdict{
			{"I-58", "spec.resources.hostMemory", `request none`, true},
		},
	},
	"pod context without group": {
		reason: "the download cannot write",
		patch:  `spec: {podSecurityContext: {runAsUser: 1}}`,
		want: []verdict{
			{"I-71", "spec.podSecurityContext.fsGroup", `102 by default`, true},
		},
	},
	"pod context without download": {
		reason: "nothing is written",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, skipModelInit: true, podSecurityContext: {runAsUser: 1}}`,
		near:   []string{"I-71"},
	},
	"pod context of TGI": {
		reason: "nothing is written",
		patch:  `spec: {runtime: tgi, endpoint: {port: 80}, podSecurityContext: {runAsUser: 1}}`,
		near:   []string{"I-71"},
	},
	"context with capabilities": {
		reason: "the default is lost",
		patch:  `spec: {securityContext: {runAsUser: 1}}`,
		want: []verdict{
			{"I-73", "spec.securityContext.capabilities", `drops all capabilities`, true},
		},
	},
	"context": {
		reason: "it drops all",
		patch:  `spec: {securityContext: {capabilities: {drop: [ALL]}}}`,
		near:   []string{"I-73"},
	},
	"volumes": {
		reason: "names and paths clash",
		patch:  `spec: {extraVolumes: [{name: model-cache, emptyDir: {}}, {name: a, emptyDir: {}}, {name: a, emptyDir: {}}], extraVolumeMounts: [{name: b, mountPath: /x}, {name: a, mountPath: /x}]}`,
		want: []verdict{
			{"I-74", "spec.extraVolumes[0].name", `of its own`, false},
			{"I-74", "spec.extraVolumes[2].name", "another item of the list", false},
			{"I-74", "spec.extraVolumeMounts[0].name", `no such volume`, false},
			{"I-74", "spec.extraVolumeMounts[1].mountPath", "another item of the list", false},
		},
	},
	"bounds": {
		reason: "they cross",
		patch:  `spec: {autoscaling: {maxReplicas: 4, minReplicas: 5}}`,
		want: []verdict{
			{"I-76", "spec.autoscaling.minReplicas", `which is 4`, false},
		},
	},
	"metrics": {
		reason: "each lacks something",
		patch:  `spec: {resources: null, autoscaling: {maxReplicas: 4, metrics: [{type: Pods, name: x}, {type: Pods, name: x, targetAverageValue: many}, {type: Resource, name: cpu}, {type: Resource, name: gpu, targetAverageUtilization: 0}, {type: Resource, name: memory, targetAverageUtilization: 50}]}}`,
		want: []verdict{
			{"I-77", "spec.autoscaling.metrics[0].targetAverageValue", `per pod to keep`, false},
			{"I-77", "spec.autoscaling.metrics[1].targetAverageValue", `must be a quantity`, false},
			{"I-78", "spec.autoscaling.metrics[2].targetAverageUtilization", `drops a metric`, false},
			{"I-78", "spec.autoscaling.metrics[3].targetAverageUtilization", `at least 1`, false},
			{"I-78", "spec.autoscaling.metrics[3].name", `"cpu", "memory"`, false},
			{"I-79", "spec.autoscaling.metrics[2].name", "`resources.cpu`", false},
			{"I-79", "spec.autoscaling.metrics[4].name", "`resources.memory`", false},
		},
	},
	"sound metrics": {
		reason: "nothing is missing",
		patch:  `spec: {autoscaling: {maxReplicas: 4, minReplicas: 4, metrics: [{type: Pods, name: x, targetAverageValue: "2"}, {type: Resource, name: cpu, targetAverageUtilization: 80}, {type: Resource, name: memory, targetAverageUtilization: 80}]}, resources: {cpu: "1", memory: 1Gi}}`,
		near:   []string{"I-76", "I-77", "I-78", "I-79", "I-83"},
	},
	"metric of memory on the host": {
		reason: "it is requested",
		patch:  `spec: {autoscaling: {maxReplicas: 4, metrics: [{type: Resource, name: memory, targetAverageUtilization: 80}]}, resources: {memory: null, hostMemory: 1Gi}}`,
		near:   []string{"I-79"},
	},
	"few slots": {
		reason: "they are never busier",
		patch:  `spec: {autoscaling: {maxReplicas: 4}, parallelSlots: 2}`,
		want: []verdict{
			{"I-80", "spec.parallelSlots", `never are`, true},
		},
	},
	"slots enough": {
		reason: "three are more than two",
		patch:  `spec: {autoscaling: {maxReplicas: 4}, parallelSlots: 3, replicas: 4}`,
		near:   []string{"I-80", "I-81", "I-82"},
	},
	"few slots of vLLM": {
		reason: "its metric counts differently",
		patch:  `spec: {autoscaling: {maxReplicas: 4}, parallelSlots: 2, runtime: vllm, endpoint: {port: 8000}}`,
		near:   []string{"I-80"},
	},
	"scaling from nothing": {
		reason: "Kubernetes does not",
		patch:  `spec: {autoscaling: {maxReplicas: 4}, replicas: 0}`,
		near:   []string{"I-82"},
		want: []verdict{
			{"I-81", "spec.replicas", `stays at none`, true},
		},
	},
	"replicas outside": {
		reason: "the autoscaler changes them",
		patch:  `spec: {autoscaling: {maxReplicas: 4}, replicas: 5}`,
		want: []verdict{
			{"I-82", "spec.replicas", `use 1 to 4`, true},
		},
	},
	"generic without metric": {
		reason: "the default is not its own",
		patch:  `spec: {autoscaling: {maxReplicas: 4}, runtime: generic, image: i}`,
		want: []verdict{
			{"I-83", "spec.autoscaling.metrics", `set what to scale by`, false},
		},
	},
	"ephemeral cache": {
		reason: "nothing bounds it",
		patch:  `spec: {modelCache: {persistence: Ephemeral}}`,
		want: []verdict{
			{"I-86", "spec.modelCache.persistence", `nothing bounds the disk`, true},
		},
	},
	"bounded ephemeral cache": {
		reason: "the disk is bounded",
		patch:  `spec: {modelCache: {persistence: Ephemeral}, resources: {ephemeralStorage: 40Gi}}`,
		near:   []string{"I-86"},
	},
	"idle of PersonaPlex": {
		reason: "nothing tells",
		patch:  `spec: {runtime: personaplex, image: i, endpoint: {port: 8998}, rolloutPolicy: {waitForIdle: true}}`,
		want: []verdict{
			{"I-87", "spec.rolloutPolicy.waitForIdle", `waits for the timeout`, true},
		},
	},
	"idle of generic": {
		reason: "nothing tells",
		patch:  `spec: {runtime: generic, image: i, rolloutPolicy: {waitForIdle: true}}`,
		want: []verdict{
			{"I-87", "spec.rolloutPolicy.waitForIdle", `set the annotation`, true},
		},
	},
	"idle of generic with a path": {
		reason: "the annotation tells",
		patch:  `{metadata: {annotations: {inference.llmkube.dev/idle-endpoint: /idle}}, spec: {runtime: generic, image: i, rolloutPolicy: {waitForIdle: true}}}`,
		near:   []string{"I-87"},
	},
	"lifetime alone": {
		reason: "it does not count",
		patch:  `spec: {maxPodLifetimeIdleTimeoutSeconds: 5}`,
		want: []verdict{
			{"I-88", "spec.maxPodLifetimeIdleTimeoutSeconds", `counts only`, true},
		},
	},
	"lifetime": {
		reason: "all is there",
		patch:  `spec: {maxPodLifetimeIdleTimeoutSeconds: 5, maxPodLifetimeSeconds: 600, rolloutPolicy: {waitForIdle: true}}`,
		near:   []string{"I-88"},
	},
	"latency of llama.cpp": {
		reason: "it is not measured",
		patch:  `spec: {slo: {objective: "99", indicator: latency, latencyThreshold: "2"}}`,
		want: []verdict{
			{"I-89", "spec.slo.indicator", "`vllm` only", false},
		},
	},
	"latency of vLLM": {
		reason: "it is measured",
		patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, slo: {objective: "99", indicator: latency, latencyThreshold: "2"}}`,
		near:   []string{"I-89"},
	},
	"newer values": {
		reason:  "v0.9.19 added them",
		patch:   `spec: {runtime: sglang, endpoint: {port: 30000}}`,
		dialect: "v0.8.7",
		want: []verdict{
			{"L-8.2", "spec.runtime", `does not know it`, false},
		},
	},
	"newer quantisation": {
		reason:  "v0.9.19 added it",
		patch:   `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {quantization: mxfp4}}`,
		dialect: "v0.8.7",
		want: []verdict{
			{"L-8.2", "spec.vllmConfig.quantization", `upgrade`, false},
		},
	},
	"older values": {
		reason:  "v0.8.7 has them",
		patch:   `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {quantization: fp8}}`,
		dialect: "v0.8.7",
		near:    []string{"L-8.2"},
	},
}
