package surface

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"

	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// described is an attribute of facts or of a fit: its name in JSON, its type, and what it is.
type described struct {
	name, text string
	kind       fieldKind
	of         []described
}

type fieldKind int

const (
	aText fieldKind = iota
	aCount
	aNumber
	aTruth
	texts
	anObject
	objects
)

// factAttributes are the facts of a model, as checkpoint.Facts has them.
var factAttributes = []described{
	{name: "repository", text: "The repository, as the hub spells it, or where the checkpoint lies."},
	{name: "revision", text: "The commit of the revision that was read; null where there is none."},
	{name: "source", text: "Where the facts are from: `huggingface`, `modelscope`, `folder`, `url` or `table`."},
	{name: "architecture", text: "The class that engines know the model by, such as `Qwen2ForCausalLM`; of a GGUF file, its architecture."},
	{name: "model_type", text: "The short name of the architecture."},
	{name: "parameters", kind: aCount, text: "How many parameters the model has."},
	{name: "active_parameters", kind: aCount, text: "How many of them one token uses: fewer than all in a mixture of experts, and without the embedding of the input."},
	{name: "layers", kind: aCount, text: "The number of layers."},
	{name: "hidden_size", kind: aCount, text: "The width of the model."},
	{name: "attention_heads", kind: aCount, text: "The number of attention heads, which the tensor parallel size has to divide."},
	{name: "kv_heads", kind: aCount, text: "The number of KV heads; null with latent attention."},
	{name: "head_size", kind: aCount, text: "The size of a head; null with latent attention."},
	{name: "value_head_size", kind: aCount, text: "The size of a head of values, where it differs."},
	{name: "full_kv_heads", kind: aCount, text: "`kv_heads` of the layers with full attention, where others differ from them."},
	{name: "full_head_size", kind: aCount, text: "`head_size` of the layers with full attention, where others differ from them."},
	{name: "intermediate_size", kind: aCount, text: "The width of the feed forward network."},
	{name: "dense_layers", kind: aCount, text: "How many layers have a feed forward network that every token uses as a whole."},
	{name: "mlp_matrices", kind: aCount, text: "How many matrices that network has, where it is not three."},
	{name: "vocabulary", kind: aCount, text: "The number of tokens that the model knows."},
	{name: "tied_embeddings", kind: aTruth, text: "Whether the output has the matrix of the embedding."},
	{name: "encoder", kind: aTruth, text: "Whether the model embeds or ranks, and has no cache."},
	{name: "context", kind: aCount, text: "The most tokens of a sequence."},
	{name: "dtype", text: "The type of the weights that are not quantized."},
	{name: "layer_types", kind: texts, text: "What each layer is: `full_attention`, `sliding_attention`, `linear_attention` or `feed_forward`; null where all have full attention."},
	{name: "sliding_window", kind: aCount, text: "How many tokens layers with sliding attention look back."},
	{name: "recurrent_parameters", kind: aCount, text: "The parameters of a layer that has a state instead of a cache."},
	{name: "recurrent_state_bytes", kind: aCount, text: "The state of such a layer, of one sequence."},
	{name: "gated_attention", kind: aTruth, text: "Whether the projection of the queries has a gate."},
	{name: "latent_attention", kind: anObject, text: "Multi-head latent attention; null elsewhere.", of: []described{
		{name: "kv_rank", kind: aCount, text: "The size of the compressed keys and values, which the cache holds."},
		{name: "query_rank", kind: aCount, text: "The size of the compressed queries; null where they are not."},
		{name: "rope_head_size", kind: aCount, text: "The part of a head with positions, which the cache holds too."},
		{name: "nope_head_size", kind: aCount, text: "The part of a head without positions."},
		{name: "value_head_size", kind: aCount, text: "The size of a head of values."},
		{name: "index_head_size", kind: aCount, text: "The size of a head of the indexer of sparse attention."},
	}},
	{name: "experts", kind: anObject, text: "The mixture of experts; null for a dense model.", of: []described{
		{name: "count", kind: aCount, text: "How many experts a layer has."},
		{name: "per_token", kind: aCount, text: "How many of them a token uses."},
		{name: "layers", kind: aCount, text: "How many layers have experts."},
		{name: "intermediate_size", kind: aCount, text: "The width of an expert."},
		{name: "shared_intermediate_size", kind: aCount, text: "The width of what every token uses beside its experts."},
	}},
	{name: "other_parameters", kind: aCount, text: "The parameters of towers for images and sound, and of learned positions."},
	{name: "quantization", kind: anObject, text: "How the weights are stored; null where they are as they were trained.", of: []described{
		{name: "method", text: "The method, such as `fp8`, `awq`, `gptq`, `mxfp4`, `compressed-tensors` or `gguf`."},
		{name: "bits", kind: aNumber, text: "The bits of a weight, without scales; of GGUF the mean with them."},
		{name: "group_size", kind: aCount, text: "How many weights have a scale in common."},
		{name: "unquantized", kind: texts, text: "Parts that are not quantized."},
	}},
	{name: "weight_bytes", kind: aCount, text: "The size of the files of weights that an engine loads; without files, what follows from the shape."},
	{name: "files", kind: objects, text: "The files of the repository or of the folder.", of: []described{
		{name: "name", text: "The name of the file, with its folder."},
		{name: "size", kind: aCount, text: "Its size in bytes."},
	}},
	{name: "licence", text: "The licence that the repository names."},
	{name: "gated", kind: aTruth, text: "Whether the repository is gated: its owner grants access to its files. `false` where no hub was asked."},
}

// computed is the attribute as a data source has it.
func (d described) computed() dschema.Attribute {
	switch d.kind {
	case aCount:
		return dschema.Int64Attribute{Computed: true, MarkdownDescription: d.text}
	case aNumber:
		return dschema.Float64Attribute{Computed: true, MarkdownDescription: d.text}
	case aTruth:
		return dschema.BoolAttribute{Computed: true, MarkdownDescription: d.text}
	case texts:
		return dschema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: d.text}
	case anObject:
		return dschema.SingleNestedAttribute{Computed: true, Attributes: computedAttributes(d.of), MarkdownDescription: d.text}
	case objects:
		return dschema.ListNestedAttribute{Computed: true, NestedObject: dschema.NestedAttributeObject{Attributes: computedAttributes(d.of)}, MarkdownDescription: d.text}
	default:
		return dschema.StringAttribute{Computed: true, MarkdownDescription: d.text}
	}
}

func computedAttributes(of []described) map[string]dschema.Attribute {
	out := map[string]dschema.Attribute{}
	for _, each := range of {
		out[each.name] = each.computed()
	}
	return out
}

// plainOf is a value as JSON has it, without what is null.
func plainOf(v tftypes.Value) (any, error) {
	if !v.IsKnown() {
		return nil, errors.New("a value is not known yet")
	}
	if v.IsNull() {
		return nil, nil
	}
	switch typ := v.Type(); {
	case typ.Is(tftypes.String):
		var text string
		err := v.As(&text)
		return text, err
	case typ.Is(tftypes.Number):
		number := new(big.Float)
		err := v.As(&number)
		return json.Number(number.Text('f', -1)), err
	case typ.Is(tftypes.Bool):
		var truth bool
		err := v.As(&truth)
		return truth, err
	case typ.Is(tftypes.Object{}), typ.Is(tftypes.Map{}):
		var fields map[string]tftypes.Value
		if err := v.As(&fields); err != nil {
			return nil, err
		}
		out := map[string]any{}
		for name, field := range fields {
			plain, err := plainOf(field)
			if err != nil {
				return nil, err
			}
			if plain != nil {
				out[name] = plain
			}
		}
		return out, nil
	default:
		var items []tftypes.Value
		if err := v.As(&items); err != nil {
			return nil, err
		}
		out := make([]any, len(items))
		for i, item := range items {
			plain, err := plainOf(item)
			if err != nil {
				return nil, err
			}
			out[i] = plain
		}
		return out, nil
	}
}

// valueOf is what JSON has, as a value of a type: null where JSON has nothing.
func valueOf(typ tftypes.Type, plain any) tftypes.Value {
	switch plain := plain.(type) {
	case map[string]any:
		object, ok := typ.(tftypes.Object)
		if !ok {
			break
		}
		fields := map[string]tftypes.Value{}
		for name, of := range object.AttributeTypes {
			fields[name] = valueOf(of, plain[name])
		}
		return tftypes.NewValue(typ, fields)
	case []any:
		list, ok := typ.(tftypes.List)
		if !ok {
			break
		}
		items := make([]tftypes.Value, len(plain))
		for i, item := range plain {
			items[i] = valueOf(list.ElementType, item)
		}
		return tftypes.NewValue(typ, items)
	case json.Number:
		if number, _, err := big.ParseFloat(plain.String(), 10, 512, big.ToNearestEven); err == nil {
			return tftypes.NewValue(typ, number)
		}
	case string, bool:
		return tftypes.NewValue(typ, plain)
	}
	return tftypes.NewValue(typ, nil)
}

// asJSON is a value with its names in JSON, and numbers as they are written.
func asJSON(v any) (map[string]any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var out map[string]any
	err = decoder.Decode(&out)
	return out, err
}

// fromJSON reads what asJSON writes. Names that are none of the target are an error where they are not allowed.
func fromJSON(plain any, into any, others bool) error {
	text, err := json.Marshal(plain)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if !others {
		decoder.DisallowUnknownFields()
	}
	return decoder.Decode(into)
}
