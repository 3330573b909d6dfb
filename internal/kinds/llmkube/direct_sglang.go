package llmkube

import (
	"encoding/json"
	"strings"
)

// sglangArgs mirrors defilantech/LLMKube
// internal/controller/runtime_sglang{,_args}.go@v0.9.19.
func (s directService) sglangArgs() []string {
	var a arguments
	c, extra := sglang(s.InferenceService), s.Spec.ExtraArgs
	a.add("--model-path", s.served())
	a.add("--port", s.port())
	a.add("--enable-metrics")
	a.unless(extra, "--host", s.address())
	a.unless(extra, "--served-model-name", s.Spec.ModelRef)
	a.number("--tp", c.TensorParallelSize)
	a.number("--ep", c.ExpertParallelSize)
	a.number("--dp", c.DataParallelSize)
	a.number("--context-length", c.ContextLength)
	if s.gpus() > 0 {
		a.fraction("--mem-fraction-static", c.MemFractionStatic)
	}
	a.number("--chunked-prefill-size", c.ChunkedPrefillSize)
	a.number("--max-running-requests", c.MaxRunningRequests)
	a.text("--quantization", c.Quantization)
	a.text("--kv-cache-dtype", cacheType(c.KVCacheDtype, c.KVCacheCustomDtype))
	a.text("--attention-backend", c.AttentionBackend)
	a.yes("--enable-prefix-caching", c.EnablePrefixCaching)
	a.text("--tool-call-parser", c.ToolCallParser)
	a.text("--reasoning-parser", c.ReasoningParser)
	a.text("--chat-template", c.ChatTemplate)
	if draft := c.Speculative; draft != nil && isTrue(draft.Enabled) {
		a.text("--speculative-algorithm", draft.Algorithm)
		a.text("--speculative-draft-model-path", draft.DraftModelPath)
		a.number("--speculative-num-steps", draft.NumSteps)
		a.number("--speculative-eagle-topk", draft.EagleTopK)
		a.add("--speculative-num-draft-tokens", draftTokens(draft.NumDraftTokens))
		a.fraction("--speculative-accept-threshold-single", draft.AcceptThresholdSingle)
		a.fraction("--speculative-accept-threshold-acc", draft.AcceptThresholdAcc)
	}
	if adapters := s.loraPaths(); len(adapters) > 0 {
		a.add("--lora-paths", adapters...)
	}
	a.number("--max-lora-rank", c.MaxLoraRank)
	if len(c.LoraTargetModules) > 0 {
		a.add("--lora-target-modules", c.LoraTargetModules...)
	}
	a.text("--log-level", c.LogLevel)
	a.yes("--trust-remote-code", c.TrustRemoteCode)
	a.yes("--skip-tokenizer-init", c.SkipTokenizerInit)
	if s.gpus() > 1 && c.TensorParallelSize == nil {
		a.add("--tp", decimal(s.gpus()))
	}
	if s.embeds() {
		a.unless(extra, "--is-embedding")
	}
	return append(a, extra...)
}

// loraPaths lists the adapters as `<name>=<path>`: those in full first, then those of the
// older form whose names are free.
func (s directService) loraPaths() []string {
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
func (s directService) embeds() bool {
	if s.Spec.Mode != "" || s.Spec.Endpoint == nil {
		return s.Spec.Mode == "embedding"
	}
	at := s.Spec.Endpoint.Path
	return strings.Contains(at, "/embeddings") && !strings.Contains(at, "/rerank")
}
