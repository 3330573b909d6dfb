package checkpoint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFromConfig has a configuration for each way in which they say the same.
func TestFromConfig(t *testing.T) {
	common := `"num_hidden_layers": 4, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000, "max_position_embeddings": 4096, "torch_dtype": "bfloat16"`
	base := func(change func(*Facts)) Facts {
		f := Facts{Layers: 4, HiddenSize: 64, AttentionHeads: 4, KVHeads: 4, HeadSize: 16, IntermediateSize: 128, DenseLayers: 4, Vocabulary: 1000, Context: 4096, DType: "bfloat16"}
		if change != nil {
			change(&f)
		}
		f.Complete()
		return f
	}
	for name, tc := range map[string]struct {
		text string
		want Facts
	}{
		"multi-head": {`{` + common + `}`, base(nil)},
		"grouped":    {`{` + common + `, "num_key_value_heads": 2, "head_dim": 32, "tie_word_embeddings": true}`, base(func(f *Facts) { f.KVHeads, f.HeadSize, f.TiedEmbeddings = 2, 32, true })},
		"inner, and Python's numbers": {
			`{"architectures": ["A"], "model_type": "x", "limit": [0.0, Infinity], "text_config": {"model_type": "x_text", "other": NaN, ` + common + `}, "vision_config": {"hidden_size": 10, "depth": 2, "intermediate_size": 20}}`,
			base(func(f *Facts) { f.Architecture, f.ModelType, f.OtherParameters = "A", "x", 2*(4*100+2*200) }),
		},
		"sliding by name":      {`{` + common + `, "sliding_window": 128, "layer_types": ["sliding_attention", "full_attention", "sliding_attention", "full_attention"]}`, base(func(f *Facts) { f.SlidingWindow, f.LayerTypes = 128, types("sfsf") })},
		"sliding switched off": {`{` + common + `, "sliding_window": 128, "use_sliding_window": false, "layer_types": ["sliding_attention", "full_attention", "sliding_attention", "full_attention"]}`, base(nil)},
		"sliding by class":     {`{"model_type": "mistral", ` + common + `, "sliding_window": 128}`, base(func(f *Facts) { f.ModelType, f.SlidingWindow, f.LayerTypes = "mistral", 128, types("ssss") })},
		"experts": {
			`{` + common + `, "n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32, "n_shared_experts": 2, "first_k_dense_replace": 1}`,
			base(func(f *Facts) {
				f.DenseLayers, f.Experts = 1, &Experts{Count: 8, PerToken: 2, Layers: 3, IntermediateSize: 32, SharedIntermediateSize: 64}
			}),
		},
		"experts in every second layer": {
			`{"model_type": "llama4", ` + common + `, "num_local_experts": 8, "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "intermediate_size_mlp": 256}`,
			base(func(f *Facts) {
				f.ModelType, f.DenseLayers, f.IntermediateSize, f.Experts = "llama4", 2, 256, &Experts{Count: 8, PerToken: 1, Layers: 2, IntermediateSize: 128, SharedIntermediateSize: 128}
			}),
		},
		"latent": {
			`{` + common + `, "kv_lora_rank": 8, "q_lora_rank": 16, "qk_rope_head_dim": 4, "qk_nope_head_dim": 6, "v_head_dim": 6}`,
			base(func(f *Facts) {
				f.KVHeads, f.HeadSize, f.Latent = 0, 0, &Latent{KVRank: 8, QueryRank: 16, RopeHeadSize: 4, NopeHeadSize: 6, ValueHeadSize: 6}
			}),
		},
		"recurrent": {
			`{` + common + `, "full_attention_interval": 2, "attn_output_gate": true, "linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 8, "linear_value_head_dim": 8, "linear_conv_kernel_dim": 4, "mamba_ssm_dtype": "float32"}`,
			base(func(f *Facts) {
				f.LayerTypes, f.GatedAttention, f.RecurrentParameters, f.RecurrentStateBytes = types("lflf"), true, 64*(32+64+8)+32*64, 4*8*8*4+(32+32)*3*2
			}),
		},
		"blocks of one kind": {
			`{"model_type": "nemotron_h", ` + common + `, "hybrid_override_pattern": "M-M*", "mamba_num_heads": 4, "mamba_head_dim": 8, "ssm_state_size": 16, "n_groups": 2, "conv_kernel": 4}`,
			base(func(f *Facts) {
				f.ModelType, f.MLPMatrices, f.DenseLayers, f.LayerTypes = "nemotron_h", 2, 1, types("l-lf")
				f.RecurrentParameters, f.RecurrentStateBytes = 64*(64+64+4)+32*64, 32*16*2+(32+64)*3*2
			}),
		},
		"encoder": {`{"model_type": "xlm-roberta", ` + common + `}`, base(func(f *Facts) {
			f.ModelType, f.MLPMatrices, f.Encoder, f.OtherParameters, f.Context = "xlm-roberta", 2, true, 4096*64, 4094
		})},
		"stretched by YaRN":   {`{` + common + `, "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}}`, base(func(f *Facts) { f.Context = 16384 })},
		"stretched otherwise": {`{` + common + `, "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 4096}}`, base(nil)},
		"unmodelled":          {`{` + common + `, "compress_ratios": [4]}`, base(func(f *Facts) { f.KVHeads, f.HeadSize = 0, 0 })},
		"fp8":                 {`{` + common + `, "quantization_config": {"quant_method": "fp8", "modules_to_not_convert": ["lm_head"]}}`, base(func(f *Facts) { f.Quantization = &Quantization{Method: "fp8", Bits: 8} })},
		"awq":                 {`{` + common + `, "quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 64}}`, base(func(f *Facts) { f.Quantization = &Quantization{Method: "awq", Bits: 4, GroupSize: 64} })},
		"experts alone": {
			`{` + common + `, "quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn", "lm_head"]}}`,
			base(func(f *Facts) {
				f.Quantization = &Quantization{Method: "mxfp4", Bits: 4, GroupSize: 32, Unquantized: []string{PartAttention, PartKeyValue, PartLatent}}
			}),
		},
		"compressed": {
			`{` + common + `, "quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights": {"num_bits": 4, "group_size": 16, "type": "float"}}}, "ignore": ["model.layers.3.self_attn.q_proj"]}}`,
			base(func(f *Facts) { f.Quantization = &Quantization{Method: "nvfp4", Bits: 4, GroupSize: 16} }),
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := FromConfig([]byte(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFromConfigRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                  "config.json is no JSON object",
		`{"hidden_size": 64}`: "no hidden_size, num_attention_heads or vocab_size",
		`{"hidden_size": 64, "num_attention_heads": 4, "vocab_size": 10, "num_hidden_layers": 1e9}`:     "0 layers",
		`{"hidden_size": 64, "num_attention_heads": 4, "vocab_size": 10, "num_hidden_layers": 9999999}`: "9999999 layers",
	} {
		if _, err := FromConfig([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want %q, got %v", text, want, err)
		}
	}
}

func types(pattern string) []string {
	names := map[rune]string{'f': FullAttention, 's': SlidingAttention, 'l': Recurrent, '-': FeedForward}
	var out []string
	for _, letter := range pattern {
		out = append(out, names[letter])
	}
	return out
}

func FuzzFromConfig(f *testing.F) {
	f.Add([]byte(`{"num_hidden_layers": 4, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 1000, "hybrid_override_pattern": "M-*E"}`))
	f.Add([]byte(`{"num_hidden_layers": 4096, "hidden_size": 1073741824, "num_attention_heads": 1, "vocab_size": 1073741824, "layer_types": [1, null]}`))
	f.Fuzz(func(_ *testing.T, text []byte) { _, _ = FromConfig(text) })
}
