// Package tinymodel writes a model that engines load and serve, and that knows nothing: two layers of random weights with a
// tokenizer of single bytes, half a megabyte as a GGUF file.
//
// Mirrors ggml-org/ggml docs/gguf.md@v0.9.4.
package tinymodel

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
)

// The sizes of the model.
const (
	embedding   = 64
	feedForward = 128
	heads       = 4
	layers      = 2
	context     = 512
)

// Types of GGUF's values.
const (
	ofUint32  = 4
	ofInt32   = 5
	ofFloat32 = 6
	ofString  = 8
	ofArray   = 9
)

// alignment of the tensors in the file.
const alignment = 32

// tensor is one of 32 bit floats.
type tensor struct {
	name string
	// shape has the length of a row first. A tensor with one dimension is of norms, which are ones.
	shape []uint64
}

// WriteTo writes the model.
func WriteTo(to io.Writer) error {
	words, types := vocabulary()
	var values, infos, data bytes.Buffer
	count := metadata(&values, words, types)
	random := rand.New(rand.NewPCG(1, 2))
	all := tensors(uint64(len(words)))
	for _, t := range all {
		text(&infos, t.name)
		write(&infos, uint32(len(t.shape)), t.shape, uint32(0), uint64(data.Len()))
		elements := uint64(1)
		for _, n := range t.shape {
			elements *= n
		}
		weights := make([]float32, elements)
		for i := range weights {
			weights[i] = 1
			if len(t.shape) > 1 {
				weights[i] = float32(random.NormFloat64() * 0.05)
			}
		}
		write(&data, weights)
		pad(&data)
	}
	var file bytes.Buffer
	file.WriteString("GGUF")
	write(&file, uint32(3), uint64(len(all)), count)
	file.Write(values.Bytes())
	file.Write(infos.Bytes())
	pad(&file)
	file.Write(data.Bytes())
	_, err := file.WriteTo(to)
	return err
}

// metadata writes what the model is, and returns the number of its entries.
func metadata(to *bytes.Buffer, words []string, types []int32) (count uint64) {
	entry := func(key string, kind uint32) {
		text(to, key)
		write(to, kind)
		count++
	}
	for _, pair := range [][2]string{
		{"general.architecture", "llama"}, {"general.name", "tiny"}, {"tokenizer.ggml.model", "gpt2"}, {"tokenizer.ggml.pre", "default"},
	} {
		entry(pair[0], ofString)
		text(to, pair[1])
	}
	vocabulary := uint32(len(words))
	for _, pair := range []struct {
		key   string
		value uint32
	}{
		{"general.file_type", 0},
		{"general.quantization_version", 2},
		{"llama.block_count", layers},
		{"llama.context_length", context},
		{"llama.embedding_length", embedding},
		{"llama.feed_forward_length", feedForward},
		{"llama.attention.head_count", heads},
		{"llama.attention.head_count_kv", heads},
		{"llama.rope.dimension_count", embedding / heads},
		{"llama.vocab_size", vocabulary},
		{"tokenizer.ggml.bos_token_id", 256},
		{"tokenizer.ggml.eos_token_id", 257},
	} {
		entry(pair.key, ofUint32)
		write(to, pair.value)
	}
	entry("llama.attention.layer_norm_rms_epsilon", ofFloat32)
	write(to, float32(1e-5))
	entry("llama.rope.freq_base", ofFloat32)
	write(to, float32(10000))
	strings := func(key string, all []string) {
		entry(key, ofArray)
		write(to, uint32(ofString), uint64(len(all)))
		for _, s := range all {
			text(to, s)
		}
	}
	strings("tokenizer.ggml.tokens", words)
	strings("tokenizer.ggml.merges", []string{"a b"})
	entry("tokenizer.ggml.token_type", ofArray)
	write(to, uint32(ofInt32), uint64(len(types)), types)
	return count
}

// vocabulary has a word for each byte, in the alphabet of GPT-2's tokenizer, where each is a visible letter; a beginning and
// an end, and what the only merge makes.
func vocabulary() (words []string, types []int32) {
	visible := func(b int) bool { return b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE }
	for b := range 256 {
		if visible(b) {
			words = append(words, string(rune(b)))
		}
	}
	for hidden := 256; len(words) < 256; hidden++ {
		words = append(words, string(rune(hidden)))
	}
	const normal, control = 1, 3
	for range words {
		types = append(types, normal)
	}
	return append(words, "<|begin|>", "<|end|>", "ab"), append(types, control, control, normal)
}

func tensors(vocabulary uint64) []tensor {
	all := []tensor{
		{"token_embd.weight", []uint64{embedding, vocabulary}}, {"output_norm.weight", []uint64{embedding}}, {"output.weight", []uint64{embedding, vocabulary}},
	}
	for _, block := range []string{"blk.0.", "blk.1."}[:layers] {
		for _, norm := range []string{"attn_norm", "ffn_norm"} {
			all = append(all, tensor{block + norm + ".weight", []uint64{embedding}})
		}
		for _, square := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
			all = append(all, tensor{block + square + ".weight", []uint64{embedding, embedding}})
		}
		all = append(all, tensor{block + "ffn_gate.weight", []uint64{embedding, feedForward}},
			tensor{block + "ffn_up.weight", []uint64{embedding, feedForward}}, tensor{block + "ffn_down.weight", []uint64{feedForward, embedding}})
	}
	return all
}

func text(to *bytes.Buffer, s string) {
	write(to, uint64(len(s)))
	to.WriteString(s)
}

func write(to *bytes.Buffer, values ...any) {
	for _, v := range values {
		// A buffer takes everything, and all of these have a fixed size.
		_ = binary.Write(to, binary.LittleEndian, v)
	}
}

func pad(to *bytes.Buffer) {
	for to.Len()%alignment != 0 {
		to.WriteByte(0)
	}
}
