package modelcheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// Of what is estimated, so much is held to be certain: a table of shapes is within 3 % of published counts, and of what an engine
// takes beside weights and cache the half.
const (
	certainWeights = .97
	certainRest    = .5
)

// elsewhere are arguments that keep weights or the cache in other memory, make them smaller, or share the cache out otherwise.
var elsewhere = []string{
	"--num-gpu-blocks-override", "--kv-cache-memory-bytes", "--decode-context-parallel-size", "--prefill-context-parallel-size",
	"--torchao-config", "--quantize-and-serve", "--n-cpu-moe", "--cpu-moe", "--override-tensor", "--no-kv-offload", "--kv-offload", "--split-mode",
	"--enable-dp-attention", "--nproc-per-node",
}

// room compares what weights and cache take with the memory of every accelerator that the pods may get.
func (e Engine) room(m Model, may []Accelerator) []Finding {
	question, ok := e.question(m)
	if !ok || len(may) == 0 {
		return nil
	}
	var reported *Finding
	for _, a := range may {
		found := e.without(m, question, a)
		if found == nil {
			return nil // it fits there
		}
		if reported == nil {
			reported = found
		}
	}
	if len(may) > 1 {
		var names []string
		for _, a := range may {
			names = append(names, a.Name)
		}
		reported.Says += "; nor does it fit the others that the pods may get, of " + strings.Join(names, ", ")
	}
	return []Finding{*reported}
}

// question is what to ask about the memory, and false where the command line does not tell.
func (e Engine) question(m Model) (fit.Question, bool) {
	if !slices.Contains(fit.Engines(), e.Runtime) || e.has(elsewhere...) || !m.Sufficient() || e.quantizes(m) ||
		slices.ContainsFunc(e.given, func(g engines.Given) bool { return strings.Contains(g.Name, "offload") }) {
		return fit.Question{}, false
	}
	q := fit.Question{Engine: e.Runtime, Concurrency: 1}
	var reads []bool
	number := func(names ...string) int64 {
		n, _, ok := e.number(names...)
		reads = append(reads, ok)
		return n
	}
	q.Tensor, q.Pipeline, q.Data = number(e.Tensor...), number(e.Pipeline...), number(e.Data...)
	var ok bool
	q.Context, _, ok = e.length()
	reads = append(reads, ok)
	q.MemoryFraction, ok = e.fraction()
	reads = append(reads, ok)
	if e.Runtime == llamacpp {
		q.Pipeline = e.Accelerators
		// Without it, what does not fit may stay on the processor.
		layers := number("--gpu-layers")
		reads = append(reads, layers >= m.Layers && m.Exact)
	} else {
		q.BatchedTokens = number("--max-num-batched-tokens", "--chunked-prefill-size")
	}
	q.CacheType, _, _ = e.value("--kv-cache-dtype", "--cache-type-k")
	if e.Runtime == sglang && q.Data > 1 || slices.Contains(reads, false) {
		return fit.Question{}, false
	}
	if q.Tensor == 0 && e.Runtime != llamacpp {
		rest := max(q.Pipeline, 1) * max(q.Data, 1)
		q.Tensor = e.Accelerators / rest
	}
	return q, q.Tensor > 0 || q.Pipeline > 0 && e.Runtime == llamacpp
}

// quantizes reports whether the engine loads weights in another type than the checkpoint has.
func (e Engine) quantizes(m Model) bool {
	for _, name := range []string{"--quantization", "--quantize", "--load-format"} {
		method, _, given := e.value(name)
		if given && (m.Quantization == nil || method == "bitsandbytes") && method != "auto" && method != "safetensors" {
			return true
		}
	}
	return false
}

// fraction is how much of the memory the engine takes, 0 for its default.
func (e Engine) fraction() (float64, bool) {
	text, _, given := e.value("--gpu-memory-utilization", "--mem-fraction-static")
	if !given {
		return 0, true
	}
	part, err := strconv.ParseFloat(text, 64)
	return part, err == nil && part > 0 && part <= 1
}

// without is why the model has no room on an accelerator, nil where it has or where that is not certain.
func (e Engine) without(m Model, q fit.Question, a Accelerator) *Finding {
	q.MemoryGiB = float64(a.MemoryMiB) / 1024
	if known, ok := fit.Find(a.Name); ok {
		q.Accelerator = known.Name
	}
	answer, err := fit.Compute(m.Facts, q)
	if err != nil {
		return nil
	}
	const each = 1 << 30
	weights := certainWeights * float64(answer.WeightBytes)
	left := float64(answer.UsableBytes) - weights - certainRest*float64(answer.ActivationBytes+answer.OverheadBytes)
	about := []string{e.Resource, "accelerators", "count", "gpu"}
	switch {
	case weights > float64(answer.UsableBytes):
		return &Finding{
			Says:   fmt.Sprintf("has weights that take %.1f GiB of each of %d x %s, and %s uses %.1f GiB of one", float64(answer.WeightBytes)/each, count(answer), a.Name, e.Name, float64(answer.UsableBytes)/each),
			Remedy: more(answer) + "choose accelerators with more memory, or a checkpoint that is quantized.",
			About:  about,
		}
	case e.reserves(q) && float64(answer.CacheBytesPerSequence) > left:
		length := contexts[e.Runtime]
		remedy := "set " + length + " to less"
		if answer.MaxContext > 0 {
			remedy = fmt.Sprintf("set %s to at most %d", length, answer.MaxContext)
		}
		return &Finding{
			Says: fmt.Sprintf("needs %.1f GiB of KV cache for a sequence of %d tokens, and beside the weights %s has %.1f GiB on each of %d x %s",
				float64(answer.CacheBytesPerSequence)/each, answer.Context, e.Name, max(left, 0)/each, count(answer), a.Name),
			Remedy: more(answer) + remedy + ", or choose accelerators with more memory.",
			About:  append([]string{length, "contextLength", "contextSize", "maxModelLen"}, about...),
		}
	}
	return nil
}

// reserves reports whether the engine does not start without room for one sequence of the whole length.
//
// Source: vllm-project/vllm vllm/v1/core/kv_cache_utils.py@v0.8.5 (check_enough_kv_cache_memory). llama.cpp has all of --ctx-size from the
// beginning; SGLang takes shorter requests.
func (e Engine) reserves(q fit.Question) bool {
	return e.Runtime == vllm || e.Runtime == llamacpp && q.Context > 0
}

func count(a fit.Answer) int64 { return a.Tensor * a.Pipeline * a.Data }

func more(a fit.Answer) string {
	if a.MinAccelerators > count(a) {
		return fmt.Sprintf("Ask for at least %d of them, ", a.MinAccelerators)
	}
	return "Ask for more of them, "
}
