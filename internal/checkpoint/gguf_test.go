package checkpoint

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gguf writes headers as llama.cpp does.
type gguf struct{ keys, tensors [][]byte }

func le(values ...any) []byte {
	var out bytes.Buffer
	for _, value := range values {
		if text, ok := value.(string); ok {
			_ = binary.Write(&out, binary.LittleEndian, uint64(len(text)))
			out.WriteString(text)
			continue
		}
		_ = binary.Write(&out, binary.LittleEndian, value)
	}
	return out.Bytes()
}

func (g *gguf) text(key, value string)      { g.keys = append(g.keys, le(key, uint32(8), value)) }
func (g *gguf) number(key string, n uint32) { g.keys = append(g.keys, le(key, uint32(4), n)) }
func (g *gguf) list(key string, n ...uint32) {
	g.keys = append(g.keys, le(key, uint32(9), uint32(4), uint64(len(n)), n))
}

func (g *gguf) tensor(name string, kind uint32, shape ...uint64) {
	g.tensors = append(g.tensors, le(name, uint32(len(shape)), shape, kind, uint64(0)))
}

func (g *gguf) bytes() []byte {
	out := le([]byte("GGUF"), uint32(3), uint64(len(g.tensors)), uint64(len(g.keys)))
	return append(append(out, bytes.Join(g.keys, nil)...), bytes.Join(g.tensors, nil)...)
}

func tiny() *gguf {
	g := &gguf{}
	g.text("general.architecture", "llama")
	for name, n := range map[string]uint32{"block_count": 2, "context_length": 512, "embedding_length": 64, "feed_forward_length": 128, "attention.head_count": 4, "attention.head_count_kv": 2} {
		g.number("llama."+name, n)
	}
	g.keys = append(g.keys, le("tokenizer.ggml.tokens", uint32(9), uint32(8), uint64(3), "a", "b", strings.Repeat("c", 70000)))
	g.tensor("token_embd.weight", 0, 64, 3)
	g.tensor("blk.0.attn_q.weight", 12, 64, 64)
	return g
}

func TestFromGGUF(t *testing.T) {
	got, err := FromGGUF(bytes.NewReader(tiny().bytes()))
	if err != nil {
		t.Fatal(err)
	}
	want := &Facts{
		Architecture: "llama", ModelType: "llama", Layers: 2, HiddenSize: 64, AttentionHeads: 4, KVHeads: 2, HeadSize: 16, IntermediateSize: 128, DenseLayers: 2,
		Vocabulary: 3, Context: 512, DType: "float16", TiedEmbeddings: true, Parameters: 64*3 + 64*64, WeightBytes: 64*3*4 + 64*64*9/16,
		Quantization: &Quantization{Method: "gguf", Bits: float64(64*3*4+64*64*9/16) * 8 / (64*3 + 64*64)},
	}
	_, want.ActiveParameters = want.Computed()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFromGGUFOfMixture(t *testing.T) {
	g := tiny()
	for name, n := range map[string]uint32{"expert_count": 8, "expert_used_count": 2, "expert_feed_forward_length": 32, "leading_dense_block_count": 1, "attention.sliding_window": 64} {
		g.number("llama."+name, n)
	}
	g.list("llama.attention.sliding_window_pattern", 1, 0)
	got, err := FromGGUF(bytes.NewReader(g.bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&Experts{Count: 8, PerToken: 2, Layers: 1, IntermediateSize: 32}, got.Experts); diff != "" || got.DenseLayers != 1 {
		t.Error(diff)
	}
	if diff := cmp.Diff(types("sf"), got.LayerTypes); diff != "" || got.SlidingWindow != 64 {
		t.Error(diff)
	}
}

// TestGGMLBits compares with the blocks of ggml: so many numbers in so many bytes.
func TestGGMLBits(t *testing.T) {
	blocks := map[uint32]struct{ numbers, bytes int64 }{
		0: {1, 4}, 1: {1, 2}, 2: {32, 18}, 3: {32, 20}, 6: {32, 22}, 7: {32, 24}, 8: {32, 34}, 9: {32, 36}, 10: {256, 84}, 11: {256, 110}, 12: {256, 144},
		13: {256, 176}, 14: {256, 210}, 15: {256, 292}, 16: {256, 66}, 17: {256, 74}, 18: {256, 98}, 19: {256, 50}, 20: {32, 18}, 21: {256, 110}, 22: {256, 82},
		23: {256, 136}, 24: {1, 1}, 25: {1, 2}, 26: {1, 4}, 27: {1, 8}, 28: {1, 8}, 29: {256, 56}, 30: {1, 2}, 34: {256, 54}, 35: {256, 66}, 39: {32, 17},
		40: {64, 36}, 41: {128, 18}, 42: {64, 18},
	}
	for kind, block := range blocks {
		g := tiny()
		g.tensor("blk.1.attn_q.weight", kind, 256, 16)
		got, err := FromGGUF(bytes.NewReader(g.bytes()))
		if want := 64*3*4 + 64*64*9/16 + 4096/block.numbers*block.bytes; err != nil || got.WeightBytes != want {
			t.Errorf("type %d: got %d bytes (%v), not %d", kind, got.WeightBytes, err, want)
		}
	}
	if len(blocks) != len(ggmlBits) {
		t.Errorf("%d types are compared, of %d", len(blocks), len(ggmlBits))
	}
}

// TestFromGGUFRefuses has headers that lie.
func TestFromGGUFRefuses(t *testing.T) {
	whole := tiny().bytes()
	for name, tc := range map[string]struct {
		text []byte
		want string
	}{
		"another file":    {[]byte("PK\x03\x04............"), "does not begin with GGUF"},
		"version":         {le([]byte("GGUF"), uint32(9), uint64(0), uint64(0)), "version 9"},
		"cut":             {whole[:len(whole)-9], "cut short"},
		"empty":           {nil, "cut short"},
		"many keys":       {le([]byte("GGUF"), uint32(3), uint64(0), uint64(1<<60)), "1152921504606846976 keys"},
		"long text":       {le([]byte("GGUF"), uint32(3), uint64(0), uint64(1), uint64(1<<62)), "a text has"},
		"long array":      {le([]byte("GGUF"), uint32(3), uint64(0), uint64(1), "a", uint32(9), uint32(4), uint64(1<<62)), "an array has"},
		"nested":          {le([]byte("GGUF"), uint32(3), uint64(0), uint64(1), "a", uint32(9), uint32(9), uint64(1), uint32(9), uint64(1), uint32(9), uint64(1)), "in 2 others"},
		"dimensions":      {le([]byte("GGUF"), uint32(3), uint64(1), uint64(0), "t", uint32(1<<30)), "1073741824 dimensions"},
		"large tensor":    {le([]byte("GGUF"), uint32(3), uint64(1), uint64(0), "t", uint32(2), uint64(1<<40), uint64(1<<40), uint32(0), uint64(0)), "numbers"},
		"no architecture": {(&gguf{}).bytes(), "no general.architecture"},
		"unknown type":    {le([]byte("GGUF"), uint32(3), uint64(0), uint64(1), "a", uint32(77)), "type 77"},
	} {
		if _, err := FromGGUF(bytes.NewReader(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: want %q, got %v", name, tc.want, err)
		}
	}
}

// endless gives the same byte for ever, and counts.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0 // texts without a letter, of which there are many
	}
	e.read += int64(len(p))
	return len(p), nil
}

// TestFromGGUFReadsNoFurther shows that a header without an end is left after its bound.
func TestFromGGUFReadsNoFurther(t *testing.T) {
	tail := &endless{}
	begin := le([]byte("GGUF"), uint32(3), uint64(0), uint64(maxGGUFItems), "a", uint32(9), uint32(8), uint64(MaxGGUFHeader))
	if _, err := FromGGUF(io.MultiReader(bytes.NewReader(begin), tail)); err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("got %v", err)
	}
	if tail.read > MaxGGUFHeader+1<<20 {
		t.Errorf("%d bytes were read", tail.read)
	}
}

func FuzzFromGGUF(f *testing.F) {
	f.Add(tiny().bytes())
	f.Add(le([]byte("GGUF"), uint32(3), uint64(1), uint64(1), "a", uint32(9), uint32(8), uint64(1<<20), "x"))
	f.Fuzz(func(_ *testing.T, text []byte) { _, _ = FromGGUF(bytes.NewReader(text)) })
}

func TestFromSafetensors(t *testing.T) {
	file := func(header string) []byte { return append(le(uint64(len(header))), header...) }
	got, err := FromSafetensors(bytes.NewReader(file(`{"__metadata__": {"format": "pt"}, "a": {"dtype": "BF16", "shape": [4, 8], "data_offsets": [0, 64]}, "b": {"dtype": "F32", "shape": [2], "data_offsets": [64, 72]}}`)))
	if err != nil || got != (Tensors{Parameters: 34, Bytes: 72}) {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, tc := range map[string]struct {
		text []byte
		want string
	}{
		"huge header": {le(uint64(1 << 60)), "its header has 1152921504606846976 bytes"},
		"cut":         {le(uint64(100)), "no safetensors file"},
		"overflow":    {file(`{"a": {"shape": [1099511627776, 1099511627776], "data_offsets": [0, 1]}}`), "tensor a has the shape"},
	} {
		if _, err := FromSafetensors(bytes.NewReader(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: want %q, got %v", name, tc.want, err)
		}
	}
}
