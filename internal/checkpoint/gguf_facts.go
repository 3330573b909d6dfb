package checkpoint

import (
	"cmp"
	"fmt"
)

// facts reads the keys of an architecture.
func (h ggufHeader) facts() (*Facts, error) {
	c := config(h.values)
	architecture := c.text("general.architecture")
	if architecture == "" {
		return nil, fmt.Errorf("the GGUF header has no general.architecture")
	}
	key := func(name string) string { return architecture + "." + name }
	number := func(name string) int64 { return c.ofLayers(key(name)) }
	f := &Facts{
		Architecture: architecture, ModelType: architecture, Layers: number("block_count"), HiddenSize: number("embedding_length"),
		AttentionHeads: number("attention.head_count"), KVHeads: number("attention.head_count_kv"), IntermediateSize: number("feed_forward_length"),
		Context: number("context_length"), Vocabulary: cmp.Or(number("vocab_size"), h.tokens), DType: "float16", Parameters: h.parameters, WeightBytes: h.bytes,
		TiedEmbeddings: !h.tensors["output.weight"], Licence: c.text("general.license"),
	}
	if f.Layers <= 0 || f.Layers > maxLayers || f.HiddenSize <= 0 || f.AttentionHeads <= 0 {
		return nil, fmt.Errorf("the GGUF header has no block_count, embedding_length or attention.head_count of the architecture %s", architecture)
	}
	f.DenseLayers = f.Layers
	f.KVHeads = cmp.Or(f.KVHeads, f.AttentionHeads)
	f.HeadSize = cmp.Or(number("attention.key_length"), f.HiddenSize/f.AttentionHeads)
	if v := number("attention.value_length"); v != f.HeadSize {
		f.ValueHeadSize = v
	}
	if rank := number("attention.kv_lora_rank"); rank > 0 {
		f.Latent = &Latent{
			KVRank: rank, QueryRank: number("attention.q_lora_rank"), RopeHeadSize: number("rope.dimension_count"),
			NopeHeadSize:  cmp.Or(number("attention.key_length_mla"), number("attention.key_length")) - number("rope.dimension_count"),
			ValueHeadSize: cmp.Or(number("attention.value_length_mla"), number("attention.value_length")),
		}
		f.KVHeads, f.HeadSize, f.ValueHeadSize = 0, 0, 0
	}
	if count := number("expert_count"); count > 1 {
		dense := min(number("leading_dense_block_count"), f.Layers)
		e := &Experts{Count: count, PerToken: number("expert_used_count"), Layers: f.Layers - dense, IntermediateSize: cmp.Or(number("expert_feed_forward_length"), f.IntermediateSize)}
		e.SharedIntermediateSize = cmp.Or(number("expert_shared_feed_forward_length"), number("expert_shared_count")*e.IntermediateSize)
		f.Experts, f.DenseLayers = e, dense
	}
	c.ggufLayers(key, f)
	if h.parameters > 0 {
		f.Quantization = &Quantization{Method: "gguf", Bits: float64(h.bytes) * 8 / float64(h.parameters)}
	}
	f.Complete()
	return f, nil
}

// ofLayers is a number, or the largest of those of the layers.
func (c config) ofLayers(name string) int64 {
	out := c.number(name)
	for _, each := range c.list(name) {
		out = max(out, config{"": each}.number(""))
	}
	return out
}

// ggufLayers reads which layers slide, and which have a state instead of a cache.
func (c config) ggufLayers(key func(string) string, f *Facts) {
	f.SlidingWindow = c.number(key("attention.sliding_window"))
	slides := c.list(key("attention.sliding_window_pattern"))
	every := c.number(key("attention.sliding_window_pattern"))
	heads := c.list(key("attention.head_count_kv"))
	interval := c.number(key("full_attention_interval"))
	if every == 0 && f.SlidingWindow > 0 {
		every = map[string]int64{"gemma3": 6, "gemma2": 2, "gpt-oss": 2, "llama4": 4}[f.ModelType]
	}
	if len(heads) == 0 && interval == 0 && (f.SlidingWindow == 0 || len(slides) == 0 && every == 0) {
		f.SlidingWindow = 0
		return
	}
	f.LayerTypes = make([]string, f.Layers)
	for i := range f.LayerTypes {
		layer, t := int64(i), FullAttention
		switch {
		case i < len(heads) && heads[i] == 0., interval > 0 && (layer+1)%interval != 0:
			t = Recurrent
		case f.SlidingWindow > 0 && i < len(slides) && slides[i] == 1., f.SlidingWindow > 0 && len(slides) == 0 && every > 0 && (layer+1)%every != 0:
			t = SlidingAttention
		}
		f.LayerTypes[i] = t
	}
}
