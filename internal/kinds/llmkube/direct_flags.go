package llmkube

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

type flag = render.Flag[directService]

// anyAddress is all addresses of the family that every cluster has.
const anyAddress = "0.0.0.0"

// allLayers is more than any model has.
const allLayers = 99

// Flags that several engines have.
var (
	portFlag  = flag{Name: "--port", Of: func(s directService) any { return int64(s.containerPort()) }}
	hostFlag  = flag{Name: "--host", Of: address, Yields: true}
	extraArgs = flag{Field: "extraArgs"}
)

// engineFlags are the command lines of the runtimes; that of any other is the user's.
//
// Mirrors defilantech/LLMKube internal/controller/{runtime_*,gpu_sharding}.go@v0.9.19.
var engineFlags = map[string][]flag{
	"llamacpp": {
		{Name: "--model", Of: func(s directService) any { return []string{s.storage.path} }},
		portFlag, hostFlag,
		{Name: "--n-gpu-layers", Of: layers, When: directService.accelerated},
		{Name: "--split-mode", Of: splitMode, When: directService.splits},
		{Name: "--tensor-split", Of: tensorSplit, When: directService.splits},
		{Name: "--ctx-size", Field: "contextSize"},
		{Name: "--rope-scaling", Field: "ropeScaling.type", Yields: true},
		{Name: "--rope-scale", Field: "ropeScaling.factor", When: scalesRope},
		{Name: "--yarn-orig-ctx", Field: "ropeScaling.originalContext", When: scalesRope, Least: 1},
		{Name: "--parallel", Field: "parallelSlots", Yields: true},
		{Name: "--flash-attn", Of: always("on"), When: func(s directService) bool { return isTrue(s.Spec.FlashAttention) && s.accelerated() }},
		{Name: "--jinja", Field: "jinja"},
		{Name: "--cache-type-k", Of: func(s directService) any { return cmp.Or(s.Spec.CacheTypeCustomK, s.Spec.CacheTypeK) }},
		{Name: "--cache-type-v", Of: func(s directService) any { return cmp.Or(s.Spec.CacheTypeCustomV, s.Spec.CacheTypeV) }},
		{Name: "--cpu-moe", Field: "moeCPUOffload"},
		{Name: "--n-cpu-moe", Field: "moeCPULayers", Least: 1},
		{Name: "--no-kv-offload", Field: "noKvOffload"},
		{Name: "--override-tensor", Field: "tensorOverrides", Repeats: true},
		{Name: "--batch-size", Field: "batchSize", Least: 1},
		{Name: "--ubatch-size", Field: "uBatchSize", Least: 1},
		{Name: "--no-warmup", Field: "noWarmup"},
		{Name: "--spec-type", Of: func(s directService) any { return s.draftType() }},
		{Name: "-md", Of: func(s directService) any { return s.draftFile() }},
		{Name: "--spec-draft-n-max", Field: "speculativeDecoding.nDraftMax", When: drafts},
		{Name: "--spec-draft-p-min", Field: "speculativeDecoding.pMin", When: drafts},
		{Name: "--reasoning-budget", Field: "reasoningBudget"},
		{Name: "--reasoning-budget-message", Field: "reasoningBudgetMessage", When: func(s directService) bool { return s.Spec.ReasoningBudget != nil }},
		{Name: "--mmproj", Of: func(s directService) any { return s.storage.projector }, Yields: true},
		{Name: "--override-kv", Field: "metadataOverrides", Repeats: true},
		{Name: "--reranking", When: inMode("rerank"), Yields: true},
		{Name: "--embedding", When: inMode("rerank", "embedding"), Yields: true},
		{Name: "--pooling", Of: always("rank"), When: inMode("rerank"), Yields: true},
		{Name: "--pooling", Of: always("last"), When: inMode("embedding"), Yields: true},
		{Name: "--cache-ram", Of: always("0"), When: inMode("rerank", "embedding"), Yields: true},
		extraArgs,
		{Name: "--metrics", Yields: true},
	},
	"llamacpp-router": {
		{Name: "--models-dir", Of: always(mountModels)},
		portFlag, hostFlag,
		{Name: "--metrics", Yields: true},
		extraArgs,
	},
	"vllm": {
		{Of: servedModel},
		portFlag, hostFlag,
		{Name: "--tensor-parallel-size", Field: "vllmConfig.tensorParallelSize", Least: 2},
		{Name: "--max-model-len", Field: "vllmConfig.maxModelLen"},
		{Name: "--quantization", Field: "vllmConfig.quantization"},
		{Name: "--dtype", Field: "vllmConfig.dtype"},
		{Name: "--kv-cache-dtype", Of: cacheType("vllmConfig")},
		{Name: "--enable-prefix-caching", Field: "vllmConfig.enablePrefixCaching"},
		{Name: "--enable-chunked-prefill", Field: "vllmConfig.enableChunkedPrefill"},
		{Name: "--max-num-batched-tokens", Field: "vllmConfig.maxNumBatchedTokens"},
		{Name: "--attention-backend", Field: "vllmConfig.attentionBackend"},
		{Name: speculativeConfig, Of: speculation, When: draftsByConfig(true), Yields: true},
		{Name: "--speculative-model", Field: "vllmConfig.speculative.model", When: draftsByConfig(false)},
		{Name: "--num-speculative-tokens", Field: "vllmConfig.speculative.numSpeculativeTokens", Default: draftTokens, When: draftsByConfig(false)},
		{Name: "--enable-expert-parallel", Field: "vllmConfig.enableExpertParallel"},
		{Name: "--cpu-offload-gb", Field: "vllmConfig.cpuOffloadGB", When: hasGPUs},
		{Name: "--gpu-memory-utilization", Field: "vllmConfig.gpuMemoryUtilization", When: hasGPUs},
		{Name: "--tensor-parallel-size", Of: allGPUs, When: func(s directService) bool { return vllm(s.InferenceService).TensorParallelSize == nil }, Least: 2},
		{Name: "--max-num-seqs", Field: "parallelSlots", Yields: true},
		extraArgs,
	},
	"sglang": {
		{Name: "--model-path", Of: servedModel},
		portFlag,
		{Name: "--enable-metrics"},
		hostFlag,
		{Name: "--served-model-name", Field: "modelRef", Yields: true},
		{Name: "--tp", Field: "sglangConfig.tensorParallelSize"},
		{Name: "--ep", Field: "sglangConfig.expertParallelSize"},
		{Name: "--dp", Field: "sglangConfig.dataParallelSize"},
		{Name: "--context-length", Field: "sglangConfig.contextLength"},
		{Name: "--mem-fraction-static", Field: "sglangConfig.memFractionStatic", When: hasGPUs},
		{Name: "--chunked-prefill-size", Field: "sglangConfig.chunkedPrefillSize"},
		{Name: "--max-running-requests", Field: "sglangConfig.maxRunningRequests"},
		{Name: "--quantization", Field: "sglangConfig.quantization"},
		{Name: "--kv-cache-dtype", Of: cacheType("sglangConfig")},
		{Name: "--attention-backend", Field: "sglangConfig.attentionBackend"},
		{Name: "--tool-call-parser", Field: "sglangConfig.toolCallParser"},
		{Name: "--reasoning-parser", Field: "sglangConfig.reasoningParser"},
		{Name: "--chat-template", Field: "sglangConfig.chatTemplate"},
		{Name: "--speculative-algorithm", Field: "sglangConfig.speculative.algorithm", When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--speculative-draft-model-path", Field: "sglangConfig.speculative.draftModelPath", When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--speculative-num-steps", Field: "sglangConfig.speculative.numSteps", When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--speculative-eagle-topk", Field: "sglangConfig.speculative.eagleTopK", When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--speculative-num-draft-tokens", Field: "sglangConfig.speculative.numDraftTokens", Default: draftTokens, When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--speculative-accept-threshold-single", Field: "sglangConfig.speculative.acceptThresholdSingle", When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--speculative-accept-threshold-acc", Field: "sglangConfig.speculative.acceptThresholdAcc", When: enabled("sglangConfig.speculative.enabled")},
		{Name: "--lora-paths", Of: loraPaths},
		{Name: "--max-lora-rank", Field: "sglangConfig.maxLoraRank"},
		{Name: "--lora-target-modules", Field: "sglangConfig.loraTargetModules"},
		{Name: "--log-level", Field: "sglangConfig.logLevel"},
		{Name: "--trust-remote-code", Field: "sglangConfig.trustRemoteCode"},
		{Name: "--skip-tokenizer-init", Field: "sglangConfig.skipTokenizerInit"},
		{Name: "--tp", Of: allGPUs, When: func(s directService) bool { return sglang(s.InferenceService).TensorParallelSize == nil }, Least: 2},
		{Name: "--is-embedding", When: embeds, Yields: true},
		extraArgs,
	},
	"tgi": {
		{Name: "--model-id", Of: servedModel},
		portFlag,
		{Name: "--hostname", Of: address, Yields: true},
		{Name: "--quantize", Field: "tgiConfig.quantize"},
		{Name: "--max-input-length", Field: "tgiConfig.maxInputLength"},
		{Name: "--max-total-tokens", Field: "tgiConfig.maxTotalTokens"},
		{Name: "--dtype", Field: "tgiConfig.dtype"},
		{Name: "--num-shard", Of: allGPUs, Least: 2},
		extraArgs,
	},
	"personaplex": {
		{Name: "--ssl", Of: always("/app/ssl")},
		{Name: "--quantize-4bit", Field: "personaPlexConfig.quantize4Bit"},
		{Name: "--cpu-offload", Field: "personaPlexConfig.cpuOffload"},
	},
	"generic": {{Field: "args"}},
}

// args is the command line of the engine.
func (s directService) args() []string {
	return render.CommandLine(s, s.tree(), s.Spec.ExtraArgs, engineFlags[runtimeOf(s.InferenceService)])
}

// tree is the spec as it was written.
func (s directService) tree() map[string]any {
	tree, _ := s.Object.Object["spec"].(map[string]any)
	return tree
}

func always(of any) func(directService) any { return func(directService) any { return of } }

// enabled is true where a field is.
func enabled(field string) func(directService) bool {
	return func(s directService) bool {
		is, _, _ := unstructured.NestedBool(s.tree(), strings.Split(field, ".")...)
		return is
	}
}

// inMode is true where llama.cpp embeds or ranks instead of chatting, because the mode says so and not only the path.
func inMode(names ...string) func(directService) bool {
	return func(s directService) bool { return slices.Contains(names, s.Spec.Mode) }
}

func hasGPUs(s directService) bool    { return s.gpus() > 0 }
func drafts(s directService) bool     { return s.draftType() != "" }
func scalesRope(s directService) bool { return !render.HasFlag(s.Spec.ExtraArgs, "--rope-scaling") }
func allGPUs(s directService) any     { return int64(s.gpus()) }
func address(s directService) any     { return cmp.Or(s.Spec.BindAddress, anyAddress) }

// servedModel is what an engine that loads models itself gets: a path, or what the source names.
//
// Mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func servedModel(s directService) any {
	switch {
	case s.storage.path != "":
		return s.storage.path
	case s.model.isRepository():
		return repositoryOf(s.model.Spec.Source).servedAs()
	}
	return s.model.Spec.Source
}

// draftTokens is how many tokens are drafted at once, by default as many as the schemas of both engines say.
const draftTokens int64 = 4

// draftsByConfig is true where vLLM drafts and takes the settings of it in one argument, or in several as its older versions do.
func draftsByConfig(one bool) func(directService) bool {
	return func(s directService) bool {
		return enabled("vllmConfig.speculative.enabled")(s) && one != engines.Lacks(s.image(), speculativeConfig)
	}
}

// speculativeConfig is the argument of vLLM with all settings of speculative decoding.
const speculativeConfig = "--speculative-config"

// speculation is its value.
func speculation(s directService) any {
	draft := vllm(s.InferenceService).Speculative
	tokens := draftTokens
	if draft.NumSpeculativeTokens != nil {
		tokens = int64(*draft.NumSpeculativeTokens)
	}
	text, _ := json.Marshal(struct {
		Model  string `json:"model,omitempty"`
		Tokens int64  `json:"num_speculative_tokens"`
	}{draft.Model, tokens}) // texts and numbers can always be written
	return string(text)
}

// cacheType is the type of the KV cache, none when the engine chooses it.
func cacheType(config string) func(directService) any {
	return func(s directService) any {
		standard, _, _ := unstructured.NestedString(s.tree(), config, "kvCacheDtype")
		custom, _, _ := unstructured.NestedString(s.tree(), config, "kvCacheCustomDtype")
		if chosen := cmp.Or(custom, standard); chosen != "auto" {
			return chosen
		}
		return nil
	}
}

func layers(s directService) any {
	if n := gpu(s.model.Model).Layers; n > 0 {
		return int64(n)
	}
	return int64(allLayers)
}

// splits reports whether the layers are on several GPUs.
func (s directService) splits() bool { return s.accelerated() && s.gpus() > 1 }

func (s directService) sharding() v1alpha1.GPUShardingSpec {
	return ptr.Deref(gpu(s.model.Model).Sharding, v1alpha1.GPUShardingSpec{})
}

func splitMode(s directService) any {
	switch s.sharding().Strategy {
	case "none":
		return "none"
	case "row", "tensor":
		return "row"
	}
	return "layer"
}

// tensorSplit is the ratio of the layers of each GPU; equal ones when nothing splits them.
func tensorSplit(s directService) any {
	split := s.sharding().LayerSplit
	if s.sharding().Strategy == "none" {
		return nil
	}
	sizes := slices.Repeat([]int{1}, int(s.gpus()))
	if len(split) == len(sizes) {
		divisor := 0
		for i, layers := range split {
			first, last, _ := strings.Cut(layers, "-")
			from, _ := strconv.Atoi(first)
			to, _ := strconv.Atoi(last)
			sizes[i] = to - from + 1
			divisor = greatestCommonDivisor(divisor, sizes[i])
		}
		for i := range sizes {
			sizes[i] /= divisor
		}
	}
	var ratio []string
	for _, size := range sizes {
		ratio = append(ratio, strconv.Itoa(size))
	}
	return strings.Join(ratio, ",")
}

func greatestCommonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// loraPaths lists the adapters as `<name>=<path>`: those in full first, then those of the
// older form whose names are free.
func loraPaths(s directService) any {
	var paths []string
	taken := map[string]bool{}
	for _, adapter := range sglang(s.InferenceService).LoraAdapters {
		taken[adapter.Name] = true
		paths = append(paths, adapter.Name+"="+adapter.Path)
	}
	for _, text := range sglang(s.InferenceService).LoraModules {
		if name, path := loraModule(text); !taken[name] {
			taken[name] = true
			paths = append(paths, name+"="+path)
		}
	}
	return paths
}

// loraModule reads an adapter of the older form, which may also be JSON.
func loraModule(text string) (name, path string) {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		var module struct{ Name, Path string }
		if json.Unmarshal([]byte(text), &module) == nil {
			return module.Name, module.Path
		}
	}
	name, path, _ = strings.Cut(text, "=")
	return name, path
}

// embeds reports whether the model embeds: the mode says so, or else the path of the endpoint.
//
// Mirrors defilantech/LLMKube internal/controller/runtime_args.go@v0.9.19.
func embeds(s directService) bool {
	if s.Spec.Mode != "" || s.Spec.Endpoint == nil {
		return s.Spec.Mode == "embedding"
	}
	at := s.Spec.Endpoint.Path
	return strings.Contains(at, "/embeddings") && !strings.Contains(at, "/rerank")
}
