package modelcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// Finding is what keeps an engine from serving a model.
type Finding struct {
	// Says completes "model org/name ...", and Remedy is what to do.
	Says, Remedy string
	// About are words of the configuration that it may be about, the closest first.
	About []string
	// Serves is true where the engine serves the model all the same, but not as is meant.
	Serves bool
}

// Model is what is known of a model.
type Model struct {
	*checkpoint.Facts
	// Exact is true where they are of the very files that are served, so that what the weights take is known.
	Exact bool
}

// Arguments and variables that make another model of the one whose facts are known.
var (
	rewriting  = []string{"--hf-overrides", "--hf-config-path", "--json-model-override-args", "--override-kv", "--model-impl"}
	stretching = []string{"--rope-scaling", "--rope-scale", "--rope-theta", "--rope-freq-base", "--rope-freq-scale", "--yarn-orig-ctx", "--yarn-ext-factor"}
	allowing   = []string{"VLLM_ALLOW_LONG_MAX_MODEL_LEN", "SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN"}
)

// Check finds what keeps the engine from serving a model on one of the accelerators that its pods may get, none where these are not
// known. In each argument, what is certain is told and nothing else.
func (e Engine) Check(m Model, may []Accelerator) []Finding {
	if e.has(rewriting...) {
		return nil
	}
	found := append(e.version(m, may), e.parallel(m.Facts)...)
	if len(found) == 0 {
		found = e.context(m.Facts)
	}
	if len(found) == 0 {
		found = e.room(m, may)
	}
	return found
}

// tensor is the tensor parallel size that the command line has, 0 where it has none, and false where it cannot be read.
func (e Engine) tensor() (int64, string, bool) { return e.number(e.Tensor...) }

// parallel compares the parallel sizes with what there is to divide.
//
// Source: vllm-project/vllm vllm/config.py@v0.8.5 (verify_with_parallel_config), vllm/model_executor/layers/linear.py@v0.8.5
// (QKVParallelLinear); sgl-project/sglang python/sglang/srt/layers/linear.py@v0.5.5; huggingface/text-generation-inference
// server/text_generation_server/models/custom_modeling/flash_llama_modeling.py@v3.0.0 (num_heads alone).
func (e Engine) parallel(f *checkpoint.Facts) []Finding {
	size, word, ok := e.tensor()
	if !ok || size < 1 || f.AttentionHeads == 0 || !slices.Contains([]string{vllm, sglang, tgi}, e.Runtime) || e.has("--enable-dp-attention") {
		return e.stages(f)
	}
	about := append([]string{word}, e.Tensor...)
	about = append(about, "tensorParallelSize", "TP", e.Resource, "accelerators")
	fault := func(heads int64, what string) []Finding {
		return []Finding{{
			Says:   fmt.Sprintf("has %d %s, which tensor parallel size %d of %s does not divide", heads, what, size, e.Name),
			Remedy: fmt.Sprintf("Use a tensor parallel size of %s.", either(e.sizes(f))), About: about,
		}}
	}
	switch {
	case f.AttentionHeads%size != 0:
		return fault(f.AttentionHeads, "attention heads")
	case e.Runtime != tgi && !divides(f.KVHeads, size):
		return fault(f.KVHeads, "KV heads")
	}
	return e.stages(f)
}

// divides reports whether KV heads can be divided among ranks: each has some of them, or each of them is on as many.
func divides(heads, size int64) bool {
	if heads == 0 { // one latent vector for all of them, which every rank has
		return true
	}
	return max(heads, size)%min(heads, size) == 0
}

// sizes are the tensor parallel sizes up to 16 that a model can have.
func (e Engine) sizes(f *checkpoint.Facts) []string {
	var out []string
	for size := int64(1); size <= 16; size++ {
		if f.AttentionHeads%size == 0 && (e.Runtime == tgi || divides(f.KVHeads, size)) {
			out = append(out, fmt.Sprint(size))
		}
	}
	return out
}

func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// stages compares the pipeline parallel size with the layers.
func (e Engine) stages(f *checkpoint.Facts) []Finding {
	size, word, ok := e.number(e.Pipeline...)
	if !ok || f.Layers == 0 || size <= f.Layers {
		return nil
	}
	return []Finding{{
		Says:   fmt.Sprintf("has %d layers, and pipeline parallel size %d of %s is more", f.Layers, size, e.Name),
		Remedy: fmt.Sprintf("Use a pipeline parallel size of at most %d.", f.Layers), About: append([]string{word}, e.Pipeline...),
	}}
}

// contexts are the arguments for how long a sequence may be.
var contexts = map[string]string{vllm: "--max-model-len", sglang: "--context-length", tgi: "--max-total-tokens", llamacpp: "--ctx-size"}

// length is how long a sequence may be, 0 where the command line does not say, and false where it cannot be read. llama.cpp divides what it has
// among as many sequences as it serves at a time.
func (e Engine) length() (int64, string, bool) {
	name, known := contexts[e.Runtime]
	if !known {
		return 0, "", false
	}
	n, word, ok := e.number(name)
	if !ok || e.Runtime != llamacpp {
		return n, word, ok
	}
	slots, _, ok := e.number("--parallel")
	return n / max(slots, 1), word, ok
}

// context compares the length of a sequence with that of the model.
//
// Source: vllm-project/vllm vllm/config.py@v0.8.5 (_get_and_verify_max_len); ggml-org/llama.cpp tools/server/server-context.cpp@b7406
// (n_ctx_slot). SGLang refuses it or warns of it, as its version and a variable have it.
func (e Engine) context(f *checkpoint.Facts) []Finding {
	n, word, ok := e.length()
	most := f.LongestContext()
	if !ok || most == 0 || n <= most || e.has(stretching...) || e.set(allowing...) {
		return nil
	}
	found := Finding{
		Says:   fmt.Sprintf("has a context of %d tokens, and %s of %s asks for %d", most, contexts[e.Runtime], e.Name, n),
		Remedy: fmt.Sprintf("Lower it to at most %d, or set how positions are scaled.", most),
		About:  []string{word, contexts[e.Runtime], "contextLength", "contextSize", "maxModelLen", "maxTotalTokens"},
	}
	switch e.Runtime {
	case vllm:
		found.Says += ": it does not start"
	case llamacpp:
		found.Says += ": it serves no more than the former"
		found.Serves = true
	default:
		found.Says += ": beyond the former, answers are not what the model was trained for"
		found.Serves = true
	}
	return []Finding{found}
}
