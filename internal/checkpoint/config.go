package checkpoint

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// maxLayers is more than any model has: a configuration that says more is not one.
const maxLayers = 4096

// notANumber is what Python writes into JSON for numbers that JSON does not have.
var notANumber = regexp.MustCompile(`([:,\[]\s*)-?(?:Infinity|NaN)\b`)

// FromConfig reads a config.json, as transformers writes it.
func FromConfig(text []byte) (*Facts, error) {
	var root config
	if err := json.Unmarshal(notANumber.ReplaceAll(text, []byte("${1}null")), &root); err != nil {
		return nil, fmt.Errorf("config.json is no JSON object: %w", err)
	}
	// The language model of one that takes images too has a configuration of its own.
	c := root
	for _, name := range []string{"text_config", "llm_config", "language_config", "thinker_config"} {
		if inner := root.object(name); inner.has("hidden_size") {
			c = inner
			break
		}
	}
	c = c.withDefaults()
	f := &Facts{
		Architecture: root.first("architectures"), ModelType: cmp.Or(c.text("model_type"), root.text("model_type")),
		Layers: c.number("num_hidden_layers", "n_layer", "n_layers", "num_layers"), HiddenSize: c.number("hidden_size", "n_embd", "d_model"),
		AttentionHeads: c.number("num_attention_heads", "n_head", "n_heads"), Vocabulary: cmp.Or(c.number("vocab_size"), root.number("vocab_size")),
		Context: c.number("max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "model_max_length", "n_ctx", "max_seq_len"),
		DType:   cmp.Or(c.text("dtype", "torch_dtype"), root.text("dtype", "torch_dtype")),
	}
	if f.HiddenSize <= 0 || f.AttentionHeads <= 0 || f.Vocabulary <= 0 {
		return nil, errors.New("config.json has no hidden_size, num_attention_heads or vocab_size: it is not that of a language model")
	}
	f.ModelType = strings.TrimSuffix(f.ModelType, "_text")
	f.Context = max(f.Context, c.stretched())
	f.StretchedContext = c.multiplied(f.Context)
	c.layers(f)
	if f.Layers <= 0 || f.Layers > maxLayers {
		return nil, fmt.Errorf("config.json has %d layers", f.Layers)
	}
	c.heads(f)
	c.networks(f)
	c.recurrence(f)
	f.TiedEmbeddings = c.tied(root, f.ModelType)
	f.Encoder = encoders[f.ModelType]
	if f.Encoder {
		f.TiedEmbeddings = false
		f.OtherParameters += f.Context * f.HiddenSize
		if strings.Contains(f.ModelType, "roberta") {
			f.Context -= 2 // positions are counted from behind the padding
		}
	}
	f.OtherParameters += tower(root.object("vision_config"))
	quantization := root.object("quantization_config")
	if len(quantization) == 0 {
		quantization = c.object("quantization_config")
	}
	f.Quantization = quantization.quantized()
	if unmodelled(c) {
		f.KVHeads, f.HeadSize, f.Latent = 0, 0, nil
	}
	f.Complete()
	return f, nil
}

// encoders embed or rank, and have no output layer.
var encoders = map[string]bool{"bert": true, "roberta": true, "xlm-roberta": true, "nomic_bert": true, "new": true, "modernbert": true}

// unmodelled reports whether the cache of a model is of a kind that is not known here: what is computed would be wrong.
func unmodelled(c config) bool {
	return c.has("compress_ratios") || c.has("block_configs") || c.has("linear_attn_config") || c.has("attn_type_list") && strings.Contains(c.first("attn_type_list"), "0")
}

// heads reads how attention is shaped.
func (c config) heads(f *Facts) {
	f.KVHeads = cmp.Or(c.number("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"), f.AttentionHeads)
	if c.flag("multi_query") && !c.flag("new_decoder_architecture") {
		f.KVHeads = cmp.Or(c.number("num_key_value_heads", "multi_query_group_num"), 1)
	}
	f.HeadSize = cmp.Or(c.number("head_dim", "kv_channels", "attention_head_dim"), f.HiddenSize/f.AttentionHeads)
	f.GatedAttention = c.flag("attn_output_gate") || f.ModelType == "qwen3_next"
	if rank := c.number("kv_lora_rank"); rank > 0 {
		f.Latent = &Latent{
			KVRank: rank, QueryRank: c.number("q_lora_rank"), RopeHeadSize: c.number("qk_rope_head_dim"),
			NopeHeadSize: c.number("qk_nope_head_dim"), ValueHeadSize: c.number("v_head_dim"), IndexHeadSize: c.number("index_head_dim"),
		}
		f.KVHeads, f.HeadSize = 0, 0
		return
	}
	if v := c.number("v_head_dim"); v != f.HeadSize {
		f.ValueHeadSize = v
	}
	f.FullKVHeads, f.FullHeadSize = c.number("num_global_key_value_heads"), c.number("global_head_dim")
	if sliding := c.number("swa_num_key_value_heads"); sliding > 0 && sliding != f.KVHeads {
		f.FullKVHeads, f.KVHeads = f.KVHeads, sliding
	}
}

// networks reads the feed forward networks and the experts.
func (c config) networks(f *Facts) {
	f.IntermediateSize = c.number("intermediate_size", "ffn_hidden_size", "n_inner", "d_ff")
	if f.IntermediateSize == 0 {
		f.IntermediateSize = 4 * f.HiddenSize
	}
	if plain[f.ModelType] {
		f.MLPMatrices = 2
	}
	count := c.number("n_routed_experts", "num_local_experts", "num_experts")
	blocks := f.Layers
	if pattern := c.text("hybrid_override_pattern"); pattern != "" {
		f.DenseLayers = int64(strings.Count(pattern, "-"))
		blocks = int64(strings.Count(pattern, "E"))
	} else {
		f.DenseLayers = f.Layers
	}
	if count <= 1 {
		return
	}
	e := &Experts{
		Count: count, PerToken: c.number("num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts", "moe_topk"),
		Layers: blocks, IntermediateSize: c.number("moe_intermediate_size", "expert_intermediate_size"),
	}
	e.IntermediateSize = cmp.Or(e.IntermediateSize, f.IntermediateSize)
	e.SharedIntermediateSize = cmp.Or(c.number("shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"),
		c.number("n_shared_experts", "num_shared_experts")*e.IntermediateSize)
	if f.ModelType == "llama4" {
		e.SharedIntermediateSize = e.IntermediateSize
		f.IntermediateSize = c.number("intermediate_size_mlp")
	}
	f.Experts = e
	if blocks != f.Layers || c.flag("enable_moe_block") {
		return // layers of one block each, or with both networks
	}
	f.DenseLayers = c.denseLayers(f.Layers)
	e.Layers = f.Layers - f.DenseLayers
}

// denseLayers is how many layers of a mixture have no experts.
func (c config) denseLayers(layers int64) int64 {
	if step := c.number("interleave_moe_layer_step", "decoder_sparse_step"); step > 1 {
		return layers - layers/step
	}
	if frequency := c.list("moe_layer_freq"); len(frequency) > 0 {
		var n int64
		for _, each := range frequency {
			if each == float64(0) {
				n++
			}
		}
		return n
	}
	return max(c.number("first_k_dense_replace", "moe_layer_start_index"), int64(len(c.list("mlp_only_layers"))))
}

// plain networks have two matrices: they are not gated.
var plain = map[string]bool{
	"bert": true, "roberta": true, "xlm-roberta": true, "falcon": true, "gpt_bigcode": true, "starcoder2": true, "nemotron": true,
	"nemotron_h": true, "gpt2": true, "phi": true, "gpt_neox": true, "opt": true,
}

// tied reports whether the input and the output share one matrix. Transformers leaves out what is its default.
func (c config) tied(root config, modelType string) bool {
	for _, each := range []config{c, root} {
		if tied, ok := each["tie_word_embeddings"].(bool); ok {
			return tied
		}
	}
	switch modelType {
	case "gemma", "gemma2", "gemma3", "gemma4", "cohere", "cohere2", "gpt2", "gpt_bigcode", "starcoder2", "falcon":
		return true
	default:
		return false
	}
}

// tower is how many parameters a tower for images has.
func tower(c config) int64 {
	hidden, depth := c.number("hidden_size", "vt_hidden_size", "embed_dim"), c.number("num_hidden_layers", "vt_num_hidden_layers", "depth")
	if hidden <= 0 || depth <= 0 || hidden > math.MaxInt32 || depth > maxLayers {
		return 0
	}
	inner := cmp.Or(c.number("intermediate_size", "vt_intermediate_size"), 4*hidden)
	matrices := int64(2)
	if act := c.text("hidden_act"); act == "silu" {
		matrices = 3
	}
	return depth * (4*hidden*hidden + matrices*hidden*inner)
}
