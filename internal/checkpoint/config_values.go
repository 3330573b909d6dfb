package checkpoint

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// config is a JSON object whose keys depend on the model.
type config map[string]any

func (c config) has(name string) bool { return c[name] != nil }

// object is the object of a name, nil where it is something else.
func (c config) object(name string) config {
	inner, _ := c[name].(map[string]any)
	return inner
}

// list is the list of a name, nil where it is something else.
func (c config) list(name string) []any {
	list, _ := c[name].([]any)
	return list
}

// number is the first of some names that is a whole number from 0, and 0 where none is. No model has numbers that large that
// products of a few of them overflow.
func (c config) number(names ...string) int64 {
	for _, name := range names {
		if value, ok := c[name].(float64); ok && value > 0 && value == math.Trunc(value) && value <= 1<<30 {
			return int64(value)
		}
	}
	return 0
}

func (c config) flag(name string) bool {
	value, _ := c[name].(bool)
	return value
}

// text is the first of some names that is a text.
func (c config) text(names ...string) string {
	for _, name := range names {
		if value, ok := c[name].(string); ok && value != "" {
			return value
		}
	}
	return ""
}

// first is the first text of a list.
func (c config) first(name string) string {
	for _, each := range c.list(name) {
		if text, ok := each.(string); ok {
			return text
		}
	}
	return ""
}

// stretched is how many tokens YaRN makes of the positions that a model was trained with, 0 without it: what engines go by. That vLLM
// multiplies the positions of linear and dynamic scaling as well is not taken over: they often have been multiplied already.
// Source: vllm-project/vllm vllm/config.py@6d8d0a2 (_get_and_verify_max_len).
func (c config) stretched() int64 {
	scaling := c.scaling()
	if scaling.text("rope_type", "type") != "yarn" {
		return 0
	}
	return scaling.number("original_max_position_embeddings") * scaling.number("factor")
}

// multiplied is how many tokens vLLM makes of the positions where they are scaled linearly or dynamically, 0 where they are not.
func (c config) multiplied(positions int64) int64 {
	scaling := c.scaling()
	if kind := scaling.text("rope_type", "type"); kind != "linear" && kind != "dynamic" {
		return 0
	}
	return positions * max(scaling.number("factor"), 1)
}

func (c config) scaling() config {
	if scaling := c.object("rope_scaling"); len(scaling) > 0 {
		return scaling
	}
	return c.object("rope_parameters")
}

// withDefaults adds what transformers leaves out of a file because it is the default of the class, where people serve models of
// such files.
func (c config) withDefaults() config {
	defaults, known := classDefaults[c.text("model_type")]
	if !known {
		return c
	}
	out := maps.Clone(defaults)
	maps.Copy(out, c)
	return out
}

// Source: huggingface/transformers src/transformers/models/gemma3/configuration_gemma3.py@008f5c8 (Gemma3TextConfig).
var classDefaults = map[string]config{
	"gemma3_text": {
		"vocab_size": 262208., "hidden_size": 2304., "intermediate_size": 9216., "num_hidden_layers": 26., "num_attention_heads": 8.,
		"num_key_value_heads": 4., "head_dim": 256., "max_position_embeddings": 131072., "sliding_window": 4096.,
	},
}

// quantized reads a quantization_config.
func (c config) quantized() *Quantization {
	if len(c) == 0 {
		return nil
	}
	q := &Quantization{Method: strings.ToLower(c.text("quant_method", "quant_algo")), Bits: float64(c.number("bits", "w_bit")), GroupSize: c.number("group_size", "q_group_size")}
	for _, group := range c.object("config_groups") {
		object, _ := group.(map[string]any)
		weights := config(object).object("weights")
		q.Bits, q.GroupSize = float64(weights.number("num_bits")), weights.number("group_size")
		if weights.text("type") == "float" && q.Bits == 4 {
			q.Method = "nvfp4"
			q.GroupSize = cmp.Or(q.GroupSize, 16)
		}
	}
	switch {
	case q.Bits > 0:
	case strings.Contains(q.Method, "mxfp4"):
		q.Method, q.Bits, q.GroupSize = "mxfp4", 4, 32
	case strings.Contains(q.Method, "fp4"):
		q.Method, q.Bits, q.GroupSize = "nvfp4", 4, 16
	case c.flag("load_in_4bit"):
		q.Bits, q.GroupSize = 4, 64
	case q.Method == "awq" || q.Method == "gptq":
		q.Bits, q.GroupSize = 4, cmp.Or(q.GroupSize, 128)
	default: // fp8 in its many spellings, and bitsandbytes with eight bits
		q.Bits = 8
	}
	q.Unquantized = skipped(append(append(c.list("modules_to_not_convert"), c.list("ignore")...), c.list("exclude_modules")...))
	return q
}

// skipped is which parts of all layers are not quantized.
func skipped(modules []any) []string {
	var out []string
	for part, word := range map[string]string{PartAttention: "self_attn", PartShared: "shared_expert", PartDense: `mlp\.(`} {
		for _, module := range modules {
			text, _ := module.(string)
			general := strings.ContainsAny(text, "*") || !strings.Contains(text, ".")
			if general && strings.Contains(text, word) {
				out = append(out, part)
				if part == PartAttention {
					out = append(out, PartKeyValue, PartLatent)
				}
				break
			}
		}
	}
	slices.Sort(out)
	return out
}
