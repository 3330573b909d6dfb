// Package checkpoint knows what a model is: how its checkpoint is shaped, which files it has, and how many parameters follow from
// the shape. It reads what engines read (config.json, the headers of safetensors and GGUF files); the packages below it say where
// that comes from.
package checkpoint

import (
	"cmp"
	"strings"
)

// Facts are what is known of a checkpoint. What is not known is the zero value. The names of the fields in JSON are those of the
// attributes of data.inference_model, and of the embedded table.
type Facts struct {
	// Repository and Revision are where the checkpoint is from; Source is where the facts are from.
	Repository string `json:"repository,omitempty"`
	Revision   string `json:"revision,omitempty"`
	Source     string `json:"source,omitempty"`
	// Architecture is the class that engines know a model by, and ModelType its short name.
	Architecture string `json:"architecture,omitempty"`
	ModelType    string `json:"model_type,omitempty"`
	// Parameters are all of them, and ActiveParameters those that one token uses.
	Parameters       int64 `json:"parameters,omitempty"`
	ActiveParameters int64 `json:"active_parameters,omitempty"`

	Layers         int64 `json:"layers,omitempty"`
	HiddenSize     int64 `json:"hidden_size,omitempty"`
	AttentionHeads int64 `json:"attention_heads,omitempty"`
	KVHeads        int64 `json:"kv_heads,omitempty"`
	HeadSize       int64 `json:"head_size,omitempty"`
	// ValueHeadSize is that of values where it differs from that of keys.
	ValueHeadSize int64 `json:"value_head_size,omitempty"`
	// FullKVHeads and FullHeadSize are those of layers with full attention where others differ from them.
	FullKVHeads  int64 `json:"full_kv_heads,omitempty"`
	FullHeadSize int64 `json:"full_head_size,omitempty"`
	// IntermediateSize is the width of the feed forward network, which has this many layers, and MatricesMLP how many matrices it has:
	// three where it is gated.
	IntermediateSize int64 `json:"intermediate_size,omitempty"`
	DenseLayers      int64 `json:"dense_layers,omitempty"`
	MLPMatrices      int64 `json:"mlp_matrices,omitempty"`
	Vocabulary       int64 `json:"vocabulary,omitempty"`
	TiedEmbeddings   bool  `json:"tied_embeddings"`
	// Encoder is a model without a cache and without an output layer: it embeds or ranks.
	Encoder bool `json:"encoder"`
	// Context is the most tokens of one sequence.
	Context int64 `json:"context,omitempty"`
	// StretchedContext is how many tokens engines may take where they multiply the positions, 0 where they do not. Context leaves it
	// out, and no table has it.
	StretchedContext int64 `json:"-"`
	// DType is the type of what is not quantized.
	DType string `json:"dtype,omitempty"`

	// LayerTypes has one for each layer, nothing where all have full attention, and SlidingWindow is the width of those that slide.
	LayerTypes    []string `json:"layer_types,omitempty"`
	SlidingWindow int64    `json:"sliding_window,omitempty"`
	// RecurrentParameters and RecurrentStateBytes are those of one layer that has a state instead of a cache; the state is that
	// of one sequence.
	RecurrentParameters int64 `json:"recurrent_parameters,omitempty"`
	RecurrentStateBytes int64 `json:"recurrent_state_bytes,omitempty"`
	// GatedAttention doubles the projection of the queries.
	GatedAttention bool `json:"gated_attention"`

	Latent  *Latent  `json:"latent_attention,omitempty"`
	Experts *Experts `json:"experts,omitempty"`
	// OtherParameters are those of the towers for images and sound, and of learned positions.
	OtherParameters int64 `json:"other_parameters,omitempty"`

	Quantization *Quantization `json:"quantization,omitempty"`
	// WeightBytes is the size of the files with weights.
	WeightBytes int64  `json:"weight_bytes,omitempty"`
	Files       []File `json:"files,omitempty"`
	Licence     string `json:"licence,omitempty"`
	// Gated is a repository that gives files only to those whom its owner has let in.
	Gated bool `json:"gated"`
}

// Latent is multi-head latent attention, whose cache holds one compressed vector for all heads.
type Latent struct {
	KVRank        int64 `json:"kv_rank"`
	QueryRank     int64 `json:"query_rank,omitempty"`
	RopeHeadSize  int64 `json:"rope_head_size"`
	NopeHeadSize  int64 `json:"nope_head_size,omitempty"`
	ValueHeadSize int64 `json:"value_head_size,omitempty"`
	// IndexHeadSize is that of the indexer of sparse attention, which has a cache of its own.
	IndexHeadSize int64 `json:"index_head_size,omitempty"`
}

// Experts are those of a mixture.
type Experts struct {
	Count    int64 `json:"count"`
	PerToken int64 `json:"per_token"`
	// Layers is how many layers have experts.
	Layers           int64 `json:"layers"`
	IntermediateSize int64 `json:"intermediate_size"`
	// SharedIntermediateSize is the width of what every token uses beside its experts, all shared experts together.
	SharedIntermediateSize int64 `json:"shared_intermediate_size,omitempty"`
}

// Quantization is how weights are stored.
type Quantization struct {
	Method string `json:"method"`
	// Bits are those of one weight without its scales, of which each group of GroupSize weights has one.
	Bits      float64 `json:"bits"`
	GroupSize int64   `json:"group_size,omitempty"`
	// Unquantized are the parts that stay as they were: `attention`, `dense`, `shared`, `recurrent`.
	Unquantized []string `json:"unquantized,omitempty"`
}

// File is a file of a repository.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Types of layers.
const (
	FullAttention    = "full_attention"
	SlidingAttention = "sliding_attention"
	Recurrent        = "linear_attention"
	FeedForward      = "feed_forward"
)

// Count is how many layers are of a type.
func (f *Facts) Count(layerType string) int64 {
	if len(f.LayerTypes) == 0 {
		if layerType == FullAttention {
			return f.Layers
		}
		return 0
	}
	var n int64
	for _, t := range f.LayerTypes {
		if t == layerType {
			n++
		}
	}
	return n
}

// KVSize is the number of KV heads in layers of a type, and how many numbers a head has of keys and values together.
func (f *Facts) KVSize(layerType string) (heads, numbers int64) {
	heads, key := f.KVHeads, f.HeadSize
	if layerType == FullAttention {
		heads, key = cmp.Or(f.FullKVHeads, heads), cmp.Or(f.FullHeadSize, key)
	}
	return heads, key + cmp.Or(f.ValueHeadSize, key)
}

// LongestContext is the most tokens of one sequence that an engine may take, 0 where that is not known.
func (f *Facts) LongestContext() int64 {
	if f.Context == 0 {
		return 0
	}
	return max(f.Context, f.StretchedContext)
}

// Sufficient reports whether the shape is known well enough to say what a model takes.
func (f *Facts) Sufficient() bool {
	return f.Layers > 0 && f.HiddenSize > 0 && f.AttentionHeads > 0 && f.Vocabulary > 0 && (f.HeadSize > 0 && f.KVHeads > 0 || f.Latent != nil)
}

// HasWeights reports whether a file has weights that engines load.
func (f File) HasWeights() bool {
	for _, end := range []string{".safetensors", ".gguf", ".bin", ".pt", ".pth"} {
		if strings.HasSuffix(f.Name, end) {
			return !strings.Contains(f.Name, "/") && f.Name != "training_args.bin"
		}
	}
	return false
}
