package checkpoint

import (
	"cmp"
	"slices"
	"strings"
)

// layers reads what each layer is.
func (c config) layers(f *Facts) {
	if pattern := c.text("hybrid_override_pattern"); pattern != "" {
		f.Layers = cmp.Or(f.Layers, int64(len(pattern)))
	}
	if f.Layers <= 0 || f.Layers > maxLayers {
		return
	}
	types := c.layerTypes(f)
	f.SlidingWindow = c.number("sliding_window", "sliding_window_size", "attention_chunk_size", "local_attention")
	slides := f.SlidingWindow > 0 && slices.Contains(types, SlidingAttention)
	if used, ok := c["use_sliding_window"].(bool); ok && !used {
		slides = false
	}
	if !slides {
		f.SlidingWindow = 0
		for i, t := range types {
			if t == SlidingAttention {
				types[i] = FullAttention
			}
		}
	}
	if slices.ContainsFunc(types, func(t string) bool { return t != FullAttention }) {
		f.LayerTypes = types
	}
}

// layerTypes is what the configuration says in one of the ways there are, nil where all layers are alike.
func (c config) layerTypes(f *Facts) []string {
	repeat := func(each func(layer int64) string) []string {
		out := make([]string, f.Layers)
		for i := range out {
			out[i] = each(int64(i))
		}
		return out
	}
	butEvery := func(n int64, most string) []string {
		return repeat(func(layer int64) string {
			if (layer+1)%n == 0 {
				return FullAttention
			}
			return most
		})
	}
	names := c.list("layer_types")
	pattern := c.text("hybrid_override_pattern")
	switch {
	case pattern != "" && int64(len(pattern)) == f.Layers:
		return repeat(func(layer int64) string {
			switch pattern[layer] {
			case 'M':
				return Recurrent
			case '*':
				return FullAttention
			default:
				return FeedForward
			}
		})
	case int64(len(names)) == f.Layers:
		return repeat(func(layer int64) string { return layerType(names[layer]) })
	case int64(len(c.list("hybrid_layer_pattern"))) == f.Layers:
		return repeat(func(layer int64) string {
			if c.list("hybrid_layer_pattern")[layer] == float64(1) {
				return SlidingAttention
			}
			return FullAttention
		})
	case c.number("full_attention_interval") > 0:
		return butEvery(c.number("full_attention_interval"), Recurrent)
	case c.number("sliding_window_pattern") > 0:
		return butEvery(c.number("sliding_window_pattern"), SlidingAttention)
	}
	switch f.ModelType {
	case "gemma3":
		return butEvery(6, SlidingAttention)
	case "gemma2":
		return butEvery(2, SlidingAttention)
	case "llama4": // three layers in chunks of the context, then one over all of it
		return butEvery(4, SlidingAttention)
	case "mistral", "mixtral", "phi3", "starcoder2", "ministral":
		if window := c.number("sliding_window"); window > 0 && window < f.Context {
			return repeat(func(int64) string { return SlidingAttention })
		}
	}
	return nil
}

// layerType is the type that a name of transformers stands for.
func layerType(name any) string {
	text, _ := name.(string)
	switch {
	case text == "sliding_attention" || text == "chunked_attention":
		return SlidingAttention
	case strings.Contains(text, "linear") || strings.Contains(text, "mamba") || strings.Contains(text, "conv"):
		return Recurrent
	default:
		return FullAttention
	}
}

// recurrence reads layers that have a state instead of a cache: gated delta networks and Mamba 2.
func (c config) recurrence(f *Facts) {
	if f.Count(Recurrent) == 0 {
		return
	}
	h := f.HiddenSize
	if heads := c.number("linear_num_value_heads"); heads > 0 {
		keys, values := c.number("linear_num_key_heads")*c.number("linear_key_head_dim"), heads*c.number("linear_value_head_dim")
		f.RecurrentParameters = h*(2*keys+2*values+2*heads) + values*h
		f.RecurrentStateBytes = heads*c.number("linear_key_head_dim")*c.number("linear_value_head_dim")*stateBytes(c) + (2*keys+values)*(c.number("linear_conv_kernel_dim")-1)*2
		return
	}
	heads, size := c.number("mamba_num_heads", "mamba_n_heads"), c.number("mamba_head_dim", "mamba_d_head")
	state, groups := c.number("ssm_state_size", "mamba_d_state"), c.number("n_groups", "mamba_n_groups")
	inner := heads * size
	f.RecurrentParameters = h*(2*inner+2*groups*state+heads) + inner*h
	f.RecurrentStateBytes = inner*state*stateBytes(c) + (inner+2*groups*state)*(cmp.Or(c.number("conv_kernel", "mamba_d_conv"), 4)-1)*2
}

// stateBytes is the size of a number of a recurrent state.
func stateBytes(c config) int64 {
	if c.text("mamba_ssm_dtype", "mamba_ssm_cache_dtype") == "float32" {
		return 4
	}
	return 2
}
