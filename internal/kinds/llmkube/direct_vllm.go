package llmkube

import (
	"cmp"
)

// vllmArgs mirrors defilantech/LLMKube
// internal/controller/runtime_vllm{,_args}.go@v0.9.19.
func (s directService) vllmArgs() []string {
	a := arguments{s.served()}
	c, extra := vllm(s.InferenceService), s.Spec.ExtraArgs
	a.add("--port", s.port())
	a.unless(extra, "--host", s.address())
	if n := c.TensorParallelSize; n != nil && *n > 1 {
		a.number("--tensor-parallel-size", n)
	}
	a.number("--max-model-len", c.MaxModelLen)
	a.text("--quantization", c.Quantization)
	a.text("--dtype", c.Dtype)
	a.text("--kv-cache-dtype", cacheType(c.KVCacheDtype, c.KVCacheCustomDtype))
	a.yes("--enable-prefix-caching", c.EnablePrefixCaching)
	a.yes("--enable-chunked-prefill", c.EnableChunkedPrefill)
	a.number("--max-num-batched-tokens", c.MaxNumBatchedTokens)
	a.text("--attention-backend", c.AttentionBackend)
	if draft := c.Speculative; draft != nil && isTrue(draft.Enabled) {
		a.text("--speculative-model", draft.Model)
		a.add("--num-speculative-tokens", draftTokens(draft.NumSpeculativeTokens))
	}
	a.yes("--enable-expert-parallel", c.EnableExpertParallel)
	if s.gpus() > 0 {
		a.number("--cpu-offload-gb", c.CPUOffloadGB)
		a.fraction("--gpu-memory-utilization", c.GPUMemoryUtilization)
	}
	if s.gpus() > 1 && c.TensorParallelSize == nil {
		a.add("--tensor-parallel-size", decimal(s.gpus()))
	}
	if s.Spec.ParallelSlots != nil {
		a.unless(extra, "--max-num-seqs", decimal(*s.Spec.ParallelSlots))
	}
	return append(a, extra...)
}

// draftTokens is how many tokens are drafted at once, by default as many as the schemas of both engines say.
func draftTokens(n *int32) string {
	if n == nil {
		return "4"
	}
	return decimal(*n)
}

// cacheType is the type of the KV cache, "" when the engine chooses it.
func cacheType(standard, custom string) string {
	if chosen := cmp.Or(custom, standard); chosen != "auto" {
		return chosen
	}
	return ""
}
