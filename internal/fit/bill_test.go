package fit

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// small is a model whose numbers can be added up by hand: in thousands of bytes, the embedding and the output have 128 each, of each of
// four layers the queries and what comes out 8 each, keys and values 4 together, and the feed forward network 48.
func small(change func(f *checkpoint.Facts)) *checkpoint.Facts {
	f := &checkpoint.Facts{
		Layers: 4, HiddenSize: 64, AttentionHeads: 8, KVHeads: 2, HeadSize: 8, IntermediateSize: 128, DenseLayers: 4, Vocabulary: 1024, Context: 4096, DType: "bfloat16",
	}
	if change != nil {
		change(f)
	}
	return f
}

// TestBill compares with sums by hand. A kilobyte has 1,024 bytes.
func TestBill(t *testing.T) {
	const kb = 1024
	latent := func(f *checkpoint.Facts) {
		f.KVHeads, f.HeadSize, f.Latent = 0, 0, &checkpoint.Latent{KVRank: 24, RopeHeadSize: 8, NopeHeadSize: 8, ValueHeadSize: 8}
	}
	sliding := func(f *checkpoint.Facts) {
		f.SlidingWindow, f.LayerTypes = 100, []string{checkpoint.SlidingAttention, checkpoint.FullAttention, checkpoint.SlidingAttention, checkpoint.FullAttention}
	}
	for name, tc := range map[string]struct {
		facts    *checkpoint.Facts
		question Question
		weights  float64
		// sequence is what a sequence of 4,096 tokens takes of the cache.
		sequence float64
	}{
		"one":              {small(nil), Question{}, (256 + 4*(8+8+4+48)) * kb, 4096 * 4 * 2 * 2 * 8 * 2},
		"two":              {small(nil), Question{Tensor: 2}, (256 + 4*(8+8+4+48)) * kb / 2, 4096 * 4 * 1 * 2 * 8 * 2},
		"one head for two": {small(nil), Question{Tensor: 4}, (256+4*(8+8+48))*kb/4 + 4*4*kb/2, 4096 * 4 * 1 * 2 * 8 * 2},
		"two stages":       {small(nil), Question{Pipeline: 2}, (128 + 2*(8+8+4+48)) * kb, 4096 * 2 * 2 * 2 * 8 * 2},
		"three stages":     {small(nil), Question{Pipeline: 3}, (128 + 2*(8+8+4+48)) * kb, 4096 * 2 * 2 * 2 * 8 * 2},
		"larger files":     {small(func(f *checkpoint.Facts) { f.WeightBytes = 2 * (256 + 4*(8+8+4+48)) * kb * 3 / 4 }), Question{}, (256 + 4*(8+8+4+48)) * kb * 3 / 2, 4096 * 4 * 2 * 2 * 8 * 2},
		"latent": { // queries 16, compressed 4 on each rank, spread out 6, out 8
			small(latent), Question{Tensor: 2}, (256+4*(16+6+8+48))*kb/2 + 4*4*kb, 4096 * 4 * 32 * 2,
		},
		"sliding":             {small(sliding), Question{BatchedTokens: 300}, (256 + 4*(8+8+4+48)) * kb, (4096 + 400) * 2 * 2 * 2 * 8 * 2},
		"sliding with SGLang": {small(sliding), Question{Engine: "sglang"}, (256 + 4*(8+8+4+48)) * kb, 4096 * 4 * 2 * 2 * 8 * 2},
		"layers in llama.cpp": {small(nil), Question{Engine: "llamacpp", Pipeline: 2}, (128 + 2*(8+8+4+48)) * kb, 4096 * 2 * 2 * 2 * 8 * 2},
		"experts": {small(func(f *checkpoint.Facts) {
			f.DenseLayers, f.Experts = 1, &checkpoint.Experts{Count: 8, PerToken: 2, Layers: 3, IntermediateSize: 128, SharedIntermediateSize: 128}
		}), Question{Data: 2}, (256 + 4*(8+8+4) + 48 + 3*(8*48/2+48+1)) * kb, 4096 * 4 * 2 * 2 * 8 * 2},
	} {
		tc.question.MemoryGiB = 1
		p, err := prepare(tc.facts, tc.question)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := p.weights(); got != tc.weights {
			t.Errorf("%s: the weights are %g, not %g", name, got, tc.weights)
		}
		if got := p.perSequence(4096); got != tc.sequence {
			t.Errorf("%s: a sequence takes %g, not %g", name, got, tc.sequence)
		}
	}
}

// TestShares shows what each engine takes of the memory.
func TestShares(t *testing.T) {
	for engine, want := range map[string]struct{ usable, activations bool }{"vllm": {true, true}, "sglang": {true, false}, "llamacpp": {false, true}} {
		p, err := prepare(small(nil), Question{Engine: engine, MemoryGiB: 100})
		if err != nil {
			t.Fatal(err)
		}
		b := p.bill()
		if less := b.usable < b.memory; less != want.usable || (b.activations > 0) != want.activations || b.memory != 99<<30 {
			t.Errorf("%s: %+v", engine, b)
		}
	}
	p, err := prepare(small(nil), Question{MemoryGiB: 100, MemoryFraction: .5})
	if err != nil || p.bill().usable != 99<<29 {
		t.Errorf("half of it: %+v, %v", p.bill(), err)
	}
}
