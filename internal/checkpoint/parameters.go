package checkpoint

import (
	"cmp"
	"slices"
)

// Part is a share of the parameters that engines treat alike.
type Part struct {
	Name string
	// Parameters are all of them, and Active those that one token uses.
	Parameters, Active int64
	// Quantized is false for what stays in the type of the checkpoint.
	Quantized bool
}

// Names of the parts.
const (
	PartEmbedding = "embedding" // of the input
	PartOutput    = "output"
	PartAttention = "attention"
	PartKeyValue  = "key_value"  // of which each rank has at least one head
	PartLatent    = "replicated" // that latent attention has once on each rank
	PartRecurrent = "recurrent"
	PartDense     = "dense"
	PartShared    = "shared"
	PartRouter    = "router"
	PartExperts   = "experts"
	PartOther     = "other"
)

// Parts divides the parameters that follow from the shape. Norms and biases, less than one in a hundred, are left out.
func (f *Facts) Parts() []Part {
	h := f.HiddenSize
	var out []Part
	add := func(name string, all, active int64, quantized bool) {
		if all > 0 {
			quantized = quantized && f.Quantization != nil && !slices.Contains(f.Quantization.Unquantized, name)
			out = append(out, Part{Name: name, Parameters: all, Active: active, Quantized: quantized})
		}
	}
	both := func(name string, n int64, quantized bool) { add(name, n, n, quantized) }
	if f.TiedEmbeddings || f.Encoder {
		both(PartEmbedding, f.Vocabulary*h, false)
	} else {
		add(PartEmbedding, f.Vocabulary*h, 0, false)
		both(PartOutput, f.Vocabulary*h, false)
	}
	attention, keyValue, replicated := f.attention()
	both(PartAttention, attention, true)
	both(PartKeyValue, keyValue, true)
	both(PartLatent, replicated, true)
	both(PartRecurrent, f.Count(Recurrent)*f.RecurrentParameters, true)
	matrices := cmp.Or(f.MLPMatrices, 3)
	both(PartDense, f.DenseLayers*matrices*h*f.IntermediateSize, true)
	if e := f.Experts; e != nil {
		one := matrices * h * e.IntermediateSize
		both(PartShared, e.Layers*matrices*h*e.SharedIntermediateSize, true)
		both(PartRouter, e.Layers*h*e.Count, false)
		add(PartExperts, e.Layers*e.Count*one, e.Layers*e.PerToken*one, true)
	}
	both(PartOther, f.OtherParameters, false)
	return out
}

// attention divides the parameters of all layers with attention: what ranks share out among them, what they share out by heads
// with keys and values, and what each has as a whole.
func (f *Facts) attention() (shared, keyValue, replicated int64) {
	h := f.HiddenSize
	if l := f.Latent; l != nil {
		layers, query := f.Count(FullAttention)+f.Count(SlidingAttention), f.AttentionHeads*(l.NopeHeadSize+l.RopeHeadSize)
		if l.QueryRank > 0 {
			replicated += h * l.QueryRank
			shared += l.QueryRank * query
		} else {
			shared += h * query
		}
		replicated += h * (l.KVRank + l.RopeHeadSize)
		shared += l.KVRank*f.AttentionHeads*(l.NopeHeadSize+l.ValueHeadSize) + f.AttentionHeads*l.ValueHeadSize*h
		return layers * shared, 0, layers * replicated
	}
	for _, layerType := range []string{FullAttention, SlidingAttention} {
		layers := f.Count(layerType)
		heads, numbers := f.KVSize(layerType)
		size := f.HeadSize
		if layerType == FullAttention {
			size = cmp.Or(f.FullHeadSize, size)
		}
		query := f.AttentionHeads * size * h
		if f.GatedAttention {
			query *= 2
		}
		shared += layers * (query + f.AttentionHeads*cmp.Or(f.ValueHeadSize, size)*h)
		keyValue += layers * heads * numbers * h
	}
	return shared, keyValue, 0
}

// Computed is how many parameters follow from the shape, and how many of them one token uses.
func (f *Facts) Computed() (all, active int64) {
	for _, p := range f.Parts() {
		all, active = all+p.Parameters, active+p.Active
	}
	return all, active
}

// Bits is how many bits a weight of a part takes in the files, with its scales.
func (f *Facts) Bits(p Part) float64 {
	if !p.Quantized {
		return f.unquantizedBits()
	}
	bits := f.Quantization.Bits
	if group := f.Quantization.GroupSize; group > 0 {
		bits += scaleBits(f.Quantization.Method) / float64(group)
	}
	return bits
}

// scaleBits is what a group has beside its weights: a scale, and a zero point where the method has one.
func scaleBits(method string) float64 {
	switch method {
	case "mxfp4", "nvfp4":
		return 8
	case "awq", "gptq":
		return 20 // a half and four bits
	default:
		return 16
	}
}

func (f *Facts) unquantizedBits() float64 {
	switch f.DType {
	case "float32":
		return 32
	case "float8_e4m3fn", "float8_e5m2", "fp8":
		return 8
	default:
		return 16
	}
}

// Complete adds what follows from the rest.
func (f *Facts) Complete() {
	if !f.Sufficient() {
		return
	}
	all, active := f.Computed()
	f.Parameters, f.ActiveParameters = cmp.Or(f.Parameters, all), cmp.Or(f.ActiveParameters, active)
	if f.WeightBytes == 0 {
		var bits float64
		for _, p := range f.Parts() {
			bits += float64(p.Parameters) * f.Bits(p)
		}
		f.WeightBytes = int64(bits / 8)
	}
}
