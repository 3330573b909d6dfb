package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validService = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: InferenceService
metadata: {name: chat}
spec:
  modelRef: qwen
  endpoint: {path: /v1/chat/completions}
  resources: {cpu: "4", memory: 16Gi}
`

var serviceCases = map[string]kindstest.Case{
	"valid": {
		Reason: "this is what most people write",
		Near:   []string{"I-01", "I-02", "I-04", "I-10", "I-14", "I-16", "I-17", "I-18", "I-19", "I-20", "I-21", "I-22", "I-24", "I-25", "I-54"},
	},
	"long name": {
		Reason: "it becomes a label",
		Patch:  `metadata: {name: ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss}`,
		Want: []string{
			"I-01 metadata.name: at most 63",
		},
	},
	"name with a digit in front": {
		Reason: "a core Service starts with a letter",
		Patch:  `metadata: {name: 7b.chat}`,
		Want: []string{
			"I-02 metadata.name: start with a letter",
		},
	},
	"no model": {
		Reason: "there is nothing to serve",
		Patch:  `spec: {modelRef: ""}`,
		Want: []string{
			"I-04 spec.modelRef: name the model",
		},
	},
	"model that is no label": {
		Reason: "it becomes a label",
		Patch:  `spec: {modelRef: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}`,
		Want: []string{
			"I-04 spec.modelRef: value of a label",
		},
	},
	"variable twice": {
		Reason: "the last one would win",
		Patch:  `spec: {env: [{name: A, value: x}, {name: A, value: z}, {name: B, value: x, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}`,
		Want: []string{
			"warning I-06 spec.env[1].name: another item of the list",
			"I-06 spec.env[2].valueFrom: not together with `value`",
		},
	},
	"variable twice in direct mode": {
		Reason: "server-side apply tells the variables apart by their names",
		Patch:  `spec: {env: [{name: A, value: x}, {name: A, value: z}]}`, Direct: true,
		Want: []string{"I-06 spec.env[1].name: another item of the list"},
	},
	"variables": {
		Reason: "names differ",
		Patch:  `spec: {env: [{name: A, value: x}, {name: B, valueFrom: {secretKeyRef: {name: s, key: k}}}], imagePullSecrets: [{name: p}]}`,
		Near:   []string{"I-06", "I-07"},
	},
	"references without name": {
		Reason: "an empty name is refused later",
		Patch:  `spec: {env: [{name: A, valueFrom: {secretKeyRef: {key: k}}}, {name: B, valueFrom: {configMapKeyRef: {key: k}}}], imagePullSecrets: [{}]}`,
		Want: []string{
			"I-07 spec.env[0].valueFrom.secretKeyRef.name: name the object",
			"I-07 spec.env[1].valueFrom.configMapKeyRef.name: name the object",
			"I-07 spec.imagePullSecrets[0].name: name the object",
		},
	},
	"token without Secret of vllm": {
		Reason: "an empty name is refused later",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {hfTokenSecretRef: {key: k}}}`,
		Near:   []string{"I-10", "I-16", "I-19"},
		Want: []string{
			"I-07 spec.vllmConfig.hfTokenSecretRef.name: name the object",
		},
	},
	"token without Secret of sglang": {
		Reason: "an empty name is refused later",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {hfTokenSecretRef: {key: k}}}`,
		Near:   []string{"I-10", "I-16", "I-19"},
		Want: []string{
			"I-07 spec.sglangConfig.hfTokenSecretRef.name: name the object",
		},
	},
	"token without Secret of tgi": {
		Reason: "an empty name is refused later",
		Patch:  `spec: {runtime: tgi, endpoint: {port: 80}, tgiConfig: {hfTokenSecretRef: {key: k}}}`,
		Near:   []string{"I-10", "I-16", "I-19"},
		Want: []string{
			"I-07 spec.tgiConfig.hfTokenSecretRef.name: name the object",
		},
	},
	"token without Secret of personaplex": {
		Reason: "an empty name is refused later",
		Patch:  `spec: {runtime: personaplex, endpoint: {port: 8998}, image: i, personaPlexConfig: {hfTokenSecretRef: {key: k}}}`,
		Near:   []string{"I-10", "I-16", "I-19"},
		Want: []string{
			"I-07 spec.personaPlexConfig.hfTokenSecretRef.name: name the object",
		},
	},
	"probes": {
		Reason: "each breaks a rule of Kubernetes",
		Patch:  `spec: {probeOverrides: {startup: {}, liveness: {tcpSocket: {port: 1}, successThreshold: 2}, readiness: {tcpSocket: {port: 1}, terminationGracePeriodSeconds: 5, periodSeconds: -1}}}`,
		Want: []string{
			"I-08 spec.probeOverrides.startup: exactly one",
			"I-08 spec.probeOverrides.liveness.successThreshold: must be 1",
			"I-08 spec.probeOverrides.readiness.terminationGracePeriodSeconds: ends no pod",
			"I-08 spec.probeOverrides.readiness.periodSeconds: must not be negative",
		},
	},
	"probe": {
		Reason: "one handler",
		Patch:  `spec: {probeOverrides: {readiness: {httpGet: {port: 1}, successThreshold: 2}}}`,
		Near:   []string{"I-08"},
	},
	"labels of LLMKube": {
		Reason: "it sets them itself",
		Patch:  `spec: {podLabels: {app: x, team: search}}`,
		Want: []string{
			"warning I-09 spec.podLabels[app]: sets this label itself",
		},
	},
	"labels": {
		Reason: "this one is free",
		Patch:  `spec: {podLabels: {team: search}}`,
		Near:   []string{"I-09"},
	},
	"vLLM without endpoint": {
		Reason: "it listens on 8000",
		Patch:  `spec: {runtime: vllm, endpoint: null}`,
		Want: []string{
			"I-10 spec.endpoint: listens on 8000, but the core Service sends to 8080",
		},
	},
	"other container port": {
		Reason: "the Service does not know it",
		Patch:  `spec: {containerPort: 9000}`,
		Want: []string{
			"I-10 spec.containerPort: listens on 9000",
		},
	},
	"node port of a cluster address": {
		Reason: "it is ignored",
		Patch:  `spec: {endpoint: {nodePort: 30001}}`,
		Want: []string{
			"warning I-11 spec.endpoint.nodePort: `NodePort` only",
		},
	},
	"node port": {
		Reason: "the type is right",
		Patch:  `spec: {endpoint: {type: NodePort, nodePort: 30001}}`,
		Near:   []string{"I-11"},
	},
	"port of a generic container": {
		Reason: "nobody tells it",
		Patch:  `spec: {runtime: generic, image: i, containerPort: 8080}`,
		Want: []string{
			"warning I-13 spec.containerPort: does not pass the port",
		},
	},
	"port of a generic container in args": {
		Reason: "it is told",
		Patch:  `spec: {runtime: generic, image: i, containerPort: 8080, args: [--port=8080]}`,
		Near:   []string{"I-13", "I-17"},
	},
	"port of a generic container in command": {
		Reason: "it is told",
		Patch:  `spec: {runtime: generic, image: i, containerPort: 8080, command: [serve, "8080"]}`,
		Near:   []string{"I-13", "I-17"},
	},
	"port of a generic container in env": {
		Reason: "it is told",
		Patch:  `spec: {runtime: generic, image: i, containerPort: 8080, env: [{name: PORT, value: "8080"}]}`,
		Near:   []string{"I-13", "I-17"},
	},
	"relative path": {
		Reason: "it is no URL",
		Patch:  `spec: {endpoint: {path: v1}}`,
		Want: []string{
			"I-14 spec.endpoint.path: start with `/`",
		},
	},
	"generic without image": {
		Reason: "there is no default",
		Patch:  `spec: {runtime: generic}`,
		Want: []string{
			"I-16 spec.image: has no image of its own",
		},
	},
	"arguments of llama.cpp": {
		Reason: "only generic takes them",
		Patch:  `spec: {args: [-x]}`,
		Want: []string{
			"I-17 spec.args: use `extra_args`",
		},
	},
	"further arguments of generic": {
		Reason: "it ignores them",
		Patch:  `spec: {runtime: generic, image: i, extraArgs: [-x]}`,
		Want: []string{
			"warning I-18 spec.extraArgs: ignores it",
		},
	},
	"further arguments of TGI in v0.8.7": {
		Reason:  "that release ignores them",
		Patch:   `spec: {runtime: tgi, endpoint: {port: 80}, extraArgs: [-x]}`,
		Release: "v0.8.7",
		Want: []string{
			"warning I-18 spec.extraArgs: v0.8.7 ignores it",
		},
	},
	"further arguments of TGI": {
		Reason:  "v0.9.19 passes them",
		Patch:   `spec: {runtime: tgi, endpoint: {port: 80}, extraArgs: [-x]}`,
		Release: "v0.9.19",
		Near:    []string{"I-18"},
	},
	"options of other runtimes": {
		Reason: "they are ignored",
		Patch:  `spec: {vllmConfig: {}, sglangConfig: {}, tgiConfig: {}, personaPlexConfig: {}}`,
		Want: []string{
			"I-19 spec.vllmConfig: belongs to the runtime",
			"I-19 spec.sglangConfig: belongs to the runtime",
			"I-19 spec.tgiConfig: belongs to the runtime",
			"I-19 spec.personaPlexConfig: belongs to the runtime",
		},
	},
	"options of llama.cpp": {
		Reason: "vLLM ignores them",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, resources: {memory: 1Gi}, contextSize: 4096, ropeScaling: {type: yarn}, flashAttention: true, jinja: true, cacheTypeK: f16, cacheTypeV: f16, cacheTypeCustomK: t, cacheTypeCustomV: t, moeCPUOffload: true, moeCPULayers: 0, noKvOffload: true, noWarmup: true, reasoningBudget: 0, reasoningBudgetMessage: x, metadataOverrides: ["a=int:1"], tensorOverrides: ["a=b"], batchSize: 1, uBatchSize: 1}`,
		Want: []string{
			"warning I-20 spec.contextSize: only the runtime `llamacpp` reads it",
			"warning I-20 spec.ropeScaling: only the runtime `llamacpp` reads it",
			"warning I-20 spec.flashAttention: only the runtime `llamacpp` reads it",
			"warning I-20 spec.jinja: only the runtime `llamacpp` reads it",
			"warning I-20 spec.cacheTypeK: only the runtime `llamacpp` reads it",
			"warning I-20 spec.cacheTypeV: only the runtime `llamacpp` reads it",
			"warning I-20 spec.cacheTypeCustomK: only the runtime `llamacpp` reads it",
			"warning I-20 spec.cacheTypeCustomV: only the runtime `llamacpp` reads it",
			"warning I-20 spec.moeCPUOffload: only the runtime `llamacpp` reads it",
			"warning I-20 spec.moeCPULayers: only the runtime `llamacpp` reads it",
			"warning I-20 spec.noKvOffload: only the runtime `llamacpp` reads it",
			"warning I-20 spec.noWarmup: only the runtime `llamacpp` reads it",
			"warning I-20 spec.reasoningBudget: only the runtime `llamacpp` reads it",
			"warning I-20 spec.reasoningBudgetMessage: only the runtime `llamacpp` reads it",
			"warning I-20 spec.metadataOverrides: only the runtime `llamacpp` reads it",
			"warning I-20 spec.tensorOverrides: only the runtime `llamacpp` reads it",
			"warning I-20 spec.batchSize: only the runtime `llamacpp` reads it",
			"warning I-20 spec.uBatchSize: only the runtime `llamacpp` reads it",
			`warning I-38 spec.cacheTypeK: "t" wins`,
			`warning I-38 spec.cacheTypeV: "t" wins`,
		},
	},
	"slots of TGI": {
		Reason: "it ignores them",
		Patch:  `spec: {runtime: tgi, endpoint: {port: 80}, parallelSlots: 4}`,
		Want: []string{
			"warning I-21 spec.parallelSlots: ignores it",
		},
	},
	"address in words": {
		Reason: "it is an IP address",
		Patch:  `spec: {bindAddress: localhost}`,
		Want: []string{
			"I-22 spec.bindAddress: must be an IP address",
		},
	},
	"address of generic": {
		Reason: "it ignores it",
		Patch:  `spec: {runtime: generic, image: i, bindAddress: "::"}`,
		Want: []string{
			"warning I-22 spec.bindAddress: ignores it",
		},
	},
	"rerank on vLLM": {
		Reason: "there is no argument",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, mode: rerank}`,
		Want: []string{
			"warning I-23 spec.mode: no argument for it",
		},
	},
	"embedding on SGLang": {
		Reason: "there is an argument",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, mode: embedding}`,
		Near:   []string{"I-23"},
	},
	"no download for TGI": {
		Reason: "it never downloads",
		Patch:  `spec: {runtime: tgi, endpoint: {port: 80}, skipModelInit: true}`,
		Want: []string{
			"warning I-24 spec.skipModelInit: nothing is downloaded",
		},
	},
	"no download for llama.cpp": {
		Reason: "it starts with an empty model",
		Patch:  `spec: {skipModelInit: true}`,
		Want: []string{
			"I-25 spec.skipModelInit: empty `--model`",
		},
	},
	"model from the hub": {
		Reason: "llama.cpp loads it",
		Patch:  `spec: {skipModelInit: true, extraArgs: [-hf, a/b]}`,
		Near:   []string{"I-25"},
	},
	"own command": {
		Reason: "it loads the model",
		Patch:  `spec: {skipModelInit: true, command: [serve]}`,
		Near:   []string{"I-25"},
	},
	"router without models": {
		Reason: "it serves a folder",
		Patch:  `spec: {runtime: llamacpp-router}`,
		Want: []string{
			"warning I-28 spec.extraVolumeMounts: `/models`",
		},
	},
	"router": {
		Reason: "the folder is there",
		Patch:  `spec: {runtime: llamacpp-router, extraVolumes: [{name: m, emptyDir: {}}], extraVolumeMounts: [{name: m, mountPath: /models}]}`,
		Near:   []string{"I-28", "I-74"},
	},
	"draft without model": {
		Reason: "it is left out",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {speculative: {enabled: true}}}`,
		Want: []string{
			"I-32 spec.vllmConfig.speculative.model: leaves speculative decoding out",
		},
	},
	"draft by the name of a Model": {
		Reason: "vLLM does not know it",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {speculative: {enabled: true, model: draft}}}`,
		Near:   []string{"I-32"},
		Want: []string{
			"warning I-33 spec.vllmConfig.speculative.model: names of Models",
		},
	},
	"draft by repository": {
		Reason: "vLLM loads it",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {speculative: {enabled: true, model: a/b}}}`,
		Near:   []string{"I-33"},
	},
	"options of vLLM": {
		Reason: "each is doubtful",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {cpuOffloadGB: 4, tensorParallelSize: 0, maxModelLen: 0, kvCacheDtype: fp8_e5m2, kvCacheCustomDtype: t, attentionBackend: flashinfer}}`,
		Want: []string{
			"warning I-35 spec.vllmConfig.cpuOffloadGB: seen to ignore it",
			"I-36 spec.vllmConfig.tensorParallelSize: at least 1",
			"I-37 spec.vllmConfig.maxModelLen: at least 1",
			"warning I-38 spec.vllmConfig.kvCacheDtype: wins",
			"warning I-39 spec.vllmConfig.attentionBackend: in capitals",
		},
	},
	"sound options of vLLM": {
		Reason: "none is doubtful",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {cpuOffloadGB: 0, tensorParallelSize: 1, maxModelLen: 1, kvCacheDtype: auto, kvCacheCustomDtype: t, attentionBackend: FLASHINFER, quantization: fp8}}`,
		Near:   []string{"I-35", "I-36", "I-37", "I-38", "I-39"},
	},
	"options of SGLang": {
		Reason: "the custom type wins",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {kvCacheDtype: fp8_e5m2, kvCacheCustomDtype: t, speculative: {enabled: true}, loraModules: [a, "=p", "{}"]}}`,
		Want: []string{
			"warning I-38 spec.sglangConfig.kvCacheDtype: wins",
			"I-51 spec.sglangConfig.speculative.algorithm: needs a method",
			"I-51 spec.sglangConfig.speculative.draftModelPath: needs weights",
			"I-52 spec.sglangConfig.loraModules[0]: is dropped",
			"I-52 spec.sglangConfig.loraModules[1]: is dropped",
			"I-52 spec.sglangConfig.loraModules[2]: is dropped",
		},
	},
	"thresholds without draft": {
		Reason: "they do not count",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {speculative: {acceptThresholdAcc: 0.5}}}`,
		Want: []string{
			"I-51 spec.sglangConfig.speculative.acceptThresholdAcc: while `enabled` is true",
		},
	},
	"sound options of SGLang": {
		Reason: "all is there",
		Patch:  `spec: {runtime: sglang, endpoint: {port: 30000}, sglangConfig: {speculative: {enabled: true, algorithm: EAGLE, draftModelPath: /d}, loraModules: [a=/p, "{\"name\":\"a\",\"path\":\"/p\"}"]}}`,
		Near:   []string{"I-51", "I-52"},
	},
	"lengths of TGI": {
		Reason: "nothing is left for the answer",
		Patch:  `spec: {runtime: tgi, endpoint: {port: 80}, tgiConfig: {maxInputLength: 4096, maxTotalTokens: 4096}}`,
		Want: []string{
			"I-37 spec.tgiConfig.maxInputLength: less than `max_total_tokens`",
		},
	},
	"no flash attention": {
		Reason: "it is not turned off",
		Patch:  `spec: {flashAttention: false}`,
		Want: []string{
			"warning I-40 spec.flashAttention: `extra_args`",
		},
	},
	"flash attention": {
		Reason: "this is what it is for",
		Patch:  `spec: {flashAttention: true}`,
		Near:   []string{"I-40"},
	},
	"experts twice": {
		Reason: "one is for all layers",
		Patch:  `spec: {moeCPUOffload: true, moeCPULayers: 3, resources: {memory: null, hostMemory: 64Gi}}`,
		Near:   []string{"I-58"},
		Want: []string{
			"warning I-41 spec.moeCPULayers: for all layers",
		},
	},
	"experts": {
		Reason: "0 layers is nothing",
		Patch:  `spec: {moeCPUOffload: true, moeCPULayers: 0}`,
		Near:   []string{"I-41", "I-58"},
	},
	"message without budget": {
		Reason: "it is ignored",
		Patch:  `spec: {reasoningBudgetMessage: stop}`,
		Want: []string{
			"warning I-42 spec.reasoningBudgetMessage: ignored",
		},
	},
	"message and budget": {
		Reason: "0 counts",
		Patch:  `spec: {reasoningBudgetMessage: stop, reasoningBudget: 0}`,
		Near:   []string{"I-42"},
	},
	"scaling twice": {
		Reason: "the block is dropped",
		Patch:  `spec: {ropeScaling: {type: yarn}, extraArgs: [--rope-scaling=yarn]}`,
		Want: []string{
			"warning I-43 spec.ropeScaling: dropped as a whole",
		},
	},
	"scaling": {
		Reason: "this is the one",
		Patch:  `spec: {ropeScaling: {type: yarn}, extraArgs: [--rope-scale, "2"]}`,
		Near:   []string{"I-43"},
	},
	"slots twice": {
		Reason: "the typed one is dropped",
		Patch:  `spec: {parallelSlots: 4, extraArgs: [--parallel, "8"]}`,
		Want: []string{
			"warning I-44 spec.parallelSlots: `--parallel`",
		},
	},
	"slots of vLLM under another name": {
		Reason: "vLLM has no such argument",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, parallelSlots: 4, extraArgs: [--parallel, "8"]}`,
		Near:   []string{"I-44", "I-45"},
	},
	"options twice": {
		Reason: "the engine decides",
		Patch:  `spec: {contextSize: 4096, jinja: true, batchSize: 1, uBatchSize: 1, parallelSlots: 4, extraArgs: [-c, "8", --jinja, -b=1, --ubatch-size, "1", -np, "2"]}`,
		Want: []string{
			"warning I-45 spec.extraArgs[0]: a second time",
			"warning I-45 spec.extraArgs[2]: a second time",
			"warning I-45 spec.extraArgs[3]: a second time",
			"warning I-45 spec.extraArgs[4]: a second time",
			"warning I-45 spec.extraArgs[6]: a second time",
		},
	},
	"options of vLLM twice": {
		Reason: "the engine decides",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {maxModelLen: 4096, tensorParallelSize: 2}, extraArgs: [--max-model-len=1, -tp, "2"]}`,
		Want: []string{
			"warning I-45 spec.extraArgs[0]: a second time",
			"warning I-45 spec.extraArgs[1]: a second time",
		},
	},
	"overrides": {
		Reason: "llama.cpp would not start",
		Patch:  `spec: {metadataOverrides: ["a=1"], tensorOverrides: [exps]}`,
		Want: []string{
			"I-46 spec.metadataOverrides[0]: <key>=<type>:<value>",
			"I-47 spec.tensorOverrides[0]: <pattern>=<device>",
		},
	},
	"sound overrides": {
		Reason: "these are the forms",
		Patch:  `spec: {metadataOverrides: ["a=int:1"], tensorOverrides: [exps=CPU]}`,
		Near:   []string{"I-46", "I-47"},
	},
	"draft of llama.cpp on vLLM": {
		Reason: "only readiness would wait",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {}, speculativeDecoding: {type: mtp}}`,
		Want: []string{
			"I-48 spec.speculativeDecoding: only the runtime `llamacpp`",
		},
	},
	"draft of llama.cpp": {
		Reason: "this is what it is for",
		Patch:  `spec: {speculativeDecoding: {type: mtp}}`,
		Near:   []string{"I-48"},
	},
	"resources in words": {
		Reason: "they are quantities",
		Patch:  `spec: {resources: {cpu: four, memory: "0", hostMemory: -1Gi, ephemeralStorage: 1.2.3, gpuMemory: 8Gi, gpuSharing: {mode: partitioned, profile: half}}}`,
		Want: []string{
			"I-54 spec.resources.cpu: must be a quantity",
			"I-54 spec.resources.memory: more than 0",
			"I-54 spec.resources.hostMemory: more than 0",
			"I-55 spec.resources.ephemeralStorage: must be a quantity",
			"warning I-56 spec.resources.memory: `host_memory` wins",
			"warning I-57 spec.resources.gpuMemory: nothing reads it",
			"I-62 spec.resources.gpuSharing.profile: 1g.24gb",
		},
	},
	"resources": {
		Reason: "they are quantities",
		Patch:  `spec: {noKvOffload: true, resources: {cpu: 500m, memory: 16Gi, ephemeralStorage: 40Gi, gpuSharing: {mode: partitioned, profile: 1g.24gb}}}`,
		Near:   []string{"I-55", "I-56", "I-57", "I-58", "I-62"},
	},
	"offload without memory": {
		Reason: "the pods request none",
		Patch:  `spec: {moeCPUOffload: true, resources: null}`,
		Want: []string{
			"warning I-58 spec.resources.hostMemory: request none",
		},
	},
	"cache offload without memory": {
		Reason: "the pods request none",
		Patch:  `spec: {noKvOffload: true, resources: null}`,
		Want: []string{
			"warning I-58 spec.resources.hostMemory: request none",
		},
	},
	"pod context without group": {
		Reason: "the download cannot write",
		Patch:  `spec: {podSecurityContext: {runAsUser: 1}}`,
		Want: []string{
			"warning I-71 spec.podSecurityContext.fsGroup: 102 by default",
		},
	},
	"pod context without download": {
		Reason: "nothing is written",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, skipModelInit: true, podSecurityContext: {runAsUser: 1}}`,
		Near:   []string{"I-71"},
	},
	"pod context of TGI": {
		Reason: "nothing is written",
		Patch:  `spec: {runtime: tgi, endpoint: {port: 80}, podSecurityContext: {runAsUser: 1}}`,
		Near:   []string{"I-71"},
	},
	"context with capabilities": {
		Reason: "the default is lost",
		Patch:  `spec: {securityContext: {runAsUser: 1}}`,
		Want: []string{
			"warning I-73 spec.securityContext.capabilities: drops all capabilities",
		},
	},
	"context": {
		Reason: "it drops all",
		Patch:  `spec: {securityContext: {capabilities: {drop: [ALL]}}}`,
		Near:   []string{"I-73"},
	},
	"volumes": {
		Reason: "names and paths clash",
		Patch:  `spec: {extraVolumes: [{name: model-cache, emptyDir: {}}, {name: a, emptyDir: {}}, {name: a, emptyDir: {}}], extraVolumeMounts: [{name: b, mountPath: /x}, {name: a, mountPath: /x}]}`,
		Want: []string{
			"I-74 spec.extraVolumes[0].name: of its own",
			"I-74 spec.extraVolumes[2].name: another item of the list",
			"I-74 spec.extraVolumeMounts[0].name: no such volume",
			"I-74 spec.extraVolumeMounts[1].mountPath: another item of the list",
		},
	},
	"bounds": {
		Reason: "they cross",
		Patch:  `spec: {autoscaling: {maxReplicas: 4, minReplicas: 5}}`,
		Want: []string{
			"I-76 spec.autoscaling.minReplicas: which is 4",
		},
	},
	"metrics": {
		Reason: "each lacks something",
		Patch:  `spec: {resources: null, autoscaling: {maxReplicas: 4, metrics: [{type: Pods, name: x}, {type: Pods, name: x, targetAverageValue: many}, {type: Resource, name: cpu}, {type: Resource, name: gpu, targetAverageUtilization: 0}, {type: Resource, name: memory, targetAverageUtilization: 50}]}}`,
		Want: []string{
			"I-77 spec.autoscaling.metrics[0].targetAverageValue: per pod to keep",
			"I-77 spec.autoscaling.metrics[1].targetAverageValue: must be a quantity",
			"I-78 spec.autoscaling.metrics[2].targetAverageUtilization: drops a metric",
			"I-78 spec.autoscaling.metrics[3].targetAverageUtilization: at least 1",
			`I-78 spec.autoscaling.metrics[3].name: "cpu", "memory"`,
			"warning I-79 spec.autoscaling.metrics[2].name: `resources.cpu`",
			"warning I-79 spec.autoscaling.metrics[4].name: `resources.memory`",
		},
	},
	"sound metrics": {
		Reason: "nothing is missing",
		Patch:  `spec: {autoscaling: {maxReplicas: 4, minReplicas: 4, metrics: [{type: Pods, name: x, targetAverageValue: "2"}, {type: Resource, name: cpu, targetAverageUtilization: 80}, {type: Resource, name: memory, targetAverageUtilization: 80}]}, resources: {cpu: "1", memory: 1Gi}}`,
		Near:   []string{"I-76", "I-77", "I-78", "I-79", "I-83"},
	},
	"metric of memory on the host": {
		Reason: "it is requested",
		Patch:  `spec: {autoscaling: {maxReplicas: 4, metrics: [{type: Resource, name: memory, targetAverageUtilization: 80}]}, resources: {memory: null, hostMemory: 1Gi}}`,
		Near:   []string{"I-79"},
	},
	"few slots": {
		Reason: "they are never busier",
		Patch:  `spec: {autoscaling: {maxReplicas: 4}, parallelSlots: 2}`,
		Want: []string{
			"warning I-80 spec.parallelSlots: never are",
		},
	},
	"slots enough": {
		Reason: "three are more than two",
		Patch:  `spec: {autoscaling: {maxReplicas: 4}, parallelSlots: 3, replicas: 4}`,
		Near:   []string{"I-80", "I-81", "I-82"},
	},
	"few slots of vLLM": {
		Reason: "its metric counts differently",
		Patch:  `spec: {autoscaling: {maxReplicas: 4}, parallelSlots: 2, runtime: vllm, endpoint: {port: 8000}}`,
		Near:   []string{"I-80"},
	},
	"scaling from nothing": {
		Reason: "Kubernetes does not",
		Patch:  `spec: {autoscaling: {maxReplicas: 4}, replicas: 0}`,
		Near:   []string{"I-82"},
		Want: []string{
			"warning I-81 spec.replicas: stays at none",
		},
	},
	"replicas outside": {
		Reason: "the autoscaler changes them",
		Patch:  `spec: {autoscaling: {maxReplicas: 4}, replicas: 5}`,
		Want: []string{
			"warning I-82 spec.replicas: use 1 to 4",
		},
	},
	"generic without metric": {
		Reason: "the default is not its own",
		Patch:  `spec: {autoscaling: {maxReplicas: 4}, runtime: generic, image: i}`,
		Want: []string{
			"I-83 spec.autoscaling.metrics: set what to scale by",
		},
	},
	"ephemeral cache": {
		Reason: "nothing bounds it",
		Patch:  `spec: {modelCache: {persistence: Ephemeral}}`,
		Want: []string{
			"warning I-86 spec.modelCache.persistence: nothing bounds the disk",
		},
	},
	"bounded ephemeral cache": {
		Reason: "the disk is bounded",
		Patch:  `spec: {modelCache: {persistence: Ephemeral}, resources: {ephemeralStorage: 40Gi}}`,
		Near:   []string{"I-86"},
	},
	"idle of PersonaPlex": {
		Reason: "nothing tells",
		Patch:  `spec: {runtime: personaplex, image: i, endpoint: {port: 8998}, rolloutPolicy: {waitForIdle: true}}`,
		Want: []string{
			"warning I-87 spec.rolloutPolicy.waitForIdle: waits for the timeout",
		},
	},
	"idle of generic": {
		Reason: "nothing tells",
		Patch:  `spec: {runtime: generic, image: i, rolloutPolicy: {waitForIdle: true}}`,
		Want: []string{
			"warning I-87 spec.rolloutPolicy.waitForIdle: set the annotation",
		},
	},
	"idle of generic with a path": {
		Reason: "the annotation tells",
		Patch:  `{metadata: {annotations: {inference.llmkube.dev/idle-endpoint: /idle}}, spec: {runtime: generic, image: i, rolloutPolicy: {waitForIdle: true}}}`,
		Near:   []string{"I-87"},
	},
	"lifetime alone": {
		Reason: "it does not count",
		Patch:  `spec: {maxPodLifetimeIdleTimeoutSeconds: 5}`,
		Want: []string{
			"warning I-88 spec.maxPodLifetimeIdleTimeoutSeconds: counts only",
		},
	},
	"lifetime": {
		Reason: "all is there",
		Patch:  `spec: {maxPodLifetimeIdleTimeoutSeconds: 5, maxPodLifetimeSeconds: 600, rolloutPolicy: {waitForIdle: true}}`,
		Near:   []string{"I-88"},
	},
	"latency of llama.cpp": {
		Reason: "it is not measured",
		Patch:  `spec: {slo: {objective: "99", indicator: latency, latencyThreshold: "2"}}`,
		Want: []string{
			"I-89 spec.slo.indicator: `vllm` only",
		},
	},
	"latency of vLLM": {
		Reason: "it is measured",
		Patch:  `spec: {runtime: vllm, endpoint: {port: 8000}, slo: {objective: "99", indicator: latency, latencyThreshold: "2"}}`,
		Near:   []string{"I-89"},
	},
	"newer values": {
		Reason:  "v0.9.19 added them",
		Patch:   `spec: {runtime: sglang, endpoint: {port: 30000}}`,
		Release: "v0.8.7",
		Want: []string{
			"L-8.2 spec.runtime: does not know it",
		},
	},
	"newer quantisation": {
		Reason:  "v0.9.19 added it",
		Patch:   `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {quantization: mxfp4}}`,
		Release: "v0.8.7",
		Want: []string{
			"L-8.2 spec.vllmConfig.quantization: upgrade",
		},
	},
	"older values": {
		Reason:  "v0.8.7 has them",
		Patch:   `spec: {runtime: vllm, endpoint: {port: 8000}, vllmConfig: {quantization: fp8}}`,
		Release: "v0.8.7",
		Near:    []string{"L-8.2"},
	},
}
