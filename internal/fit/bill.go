package fit

import (
	"fmt"
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// bill is what the fullest accelerator holds beside the cache.
type bill struct{ memory, usable, weights, activations, overhead int64 }

func (b bill) taken() int64 { return b.weights + b.activations + b.overhead }
func (b bill) cache() int64 { return b.usable - b.taken() }

// reserved is how much of the memory a driver keeps, of what nvidia-smi says: 79.2 of 79.6 GiB are left of an H100, 22.2 of 22.5 of an A10G.
const reserved = .01

func (p *plan) bill() bill {
	memory := int64(float64(p.accelerator.MemoryMiB<<20) * (1 - reserved))
	fraction := p.MemoryFraction
	if fraction == 0 {
		fraction = p.engine.fraction(p)
	}
	b := bill{memory: memory, usable: int64(float64(memory) * fraction), weights: int64(p.weights()), activations: p.activations(), overhead: p.engine.overhead}
	if p.Count > 1 {
		b.overhead += p.engine.communication
	}
	if p.engine.outside {
		b.activations = 0
	}
	return b
}

// weights is what the parameters of one rank take. Where the size of the files is known, it corrects what follows from the shape.
func (p *plan) weights() float64 {
	tensor, pipeline := float64(p.Tensor), float64(p.Pipeline)
	var layered, ends, computed float64
	for _, part := range p.facts.Parts() {
		bits := p.facts.Bits(part)
		computed += float64(part.Parameters) * bits / 8
		if bits == 32 && !p.engine.float32 {
			bits = 16 // what an engine makes of it
		}
		bytes := float64(part.Parameters) * bits / 8
		switch part.Name {
		case checkpoint.PartEmbedding, checkpoint.PartOutput:
			ends = max(ends, bytes/tensor)
			if pipeline == 1 {
				layered += bytes / tensor
			}
		case checkpoint.PartExperts:
			layered += bytes / tensor / float64(p.Data)
		case checkpoint.PartKeyValue:
			layered += bytes / min(tensor, float64(max(p.facts.KVHeads, 1)))
		case checkpoint.PartLatent, checkpoint.PartRouter, checkpoint.PartOther:
			layered += bytes
		default:
			layered += bytes / tensor
		}
	}
	if pipeline > 1 { // the fullest rank has one end, and layers that do not divide
		layers := float64((p.facts.Layers + p.Pipeline - 1) / p.Pipeline)
		layered = layered*layers/float64(p.facts.Layers) + ends
	}
	if size := float64(p.facts.WeightBytes); size > computed/2 && size < computed*2 {
		layered *= size / computed
	}
	return layered
}

// activations is what one step takes at its widest: what goes into the feed forward network and comes out of it, and the logits.
func (p *plan) activations() int64 {
	f := p.facts
	wide := float64(f.IntermediateSize)
	if f.Experts != nil {
		wide = float64(f.Experts.PerToken*f.Experts.IntermediateSize + f.Experts.SharedIntermediateSize)
	}
	tensor := float64(p.Tensor)
	tokens := float64(min(p.BatchedTokens, max(p.Context, 1)))
	step := tokens * (4*float64(f.HiddenSize) + 3*wide/tensor) * 2
	rows := 256. // sequences of which one step samples a token
	if p.engine.logits {
		rows = tokens
	}
	logits := 0.
	if !f.Encoder {
		logits = rows * float64(f.Vocabulary) * 4
	}
	return int64(step + logits)
}

// perToken is what a token of an endless sequence takes of the cache of one rank.
func (p *plan) perToken() float64 { return p.layerBytes(checkpoint.FullAttention) }

// layerBytes is what a token takes of the layers of a type on one rank.
func (p *plan) layerBytes(layerType string) float64 {
	f := p.facts
	if f.Encoder {
		return 0
	}
	layers := p.stage(f.Count(layerType))
	bytes := p.cacheBits / 8
	if l := f.Latent; l != nil { // one vector, which each rank has as a whole
		index := 0.
		if l.IndexHeadSize > 0 {
			index = float64(l.IndexHeadSize) + 4
		}
		return layers * (float64(l.KVRank+l.RopeHeadSize)*bytes + index)
	}
	heads, numbers := f.KVSize(layerType)
	shared := max((heads+p.Tensor-1)/p.Tensor, 1)
	if p.engine.fixed {
		shared = heads
	}
	return layers * float64(shared*numbers) * bytes
}

// stage is how many of some layers one rank has.
func (p *plan) stage(layers int64) float64 {
	return float64((layers + p.Pipeline - 1) / p.Pipeline)
}

// perSequence is what a sequence of some tokens takes of the cache of one rank.
func (p *plan) perSequence(tokens int64) float64 {
	f := p.facts
	total := float64(tokens) * p.layerBytes(checkpoint.FullAttention)
	if f.Count(checkpoint.SlidingAttention) > 0 {
		kept := tokens
		if p.engine.window {
			kept = min(tokens, f.SlidingWindow+p.BatchedTokens)
		}
		total += float64(kept) * p.layerBytes(checkpoint.SlidingAttention)
	}
	return total + p.stage(f.Count(checkpoint.Recurrent))*float64(f.RecurrentStateBytes)/float64(p.Tensor)
}

// warnings are what does not keep the model from fitting.
func (p *plan) warnings() []string {
	out := []string{}
	f, a := p.facts, p.accelerator
	if f.Latent == nil && f.KVHeads > 0 && p.Tensor > f.KVHeads {
		out = append(out, fmt.Sprintf("tensor parallel size %d is more than the %d KV heads: each rank keeps a whole one, and the cache does not get smaller", p.Tensor, f.KVHeads))
	}
	if f.Encoder {
		out = append(out, "the model has no cache: it embeds or ranks")
	}
	if len(a.DTypes) == 0 || p.engine.fixed {
		return out
	}
	if f.DType == "bfloat16" && !slices.Contains(a.DTypes, "bfloat16") {
		out = append(out, fmt.Sprintf("%s has no bfloat16: the engine needs --dtype half", a.Name))
	}
	if q := f.Quantization; q != nil {
		for _, native := range []string{"fp8", "fp4"} {
			if quantizedAs(q) == native && !slices.Contains(a.DTypes, native) {
				out = append(out, fmt.Sprintf("%s does not compute in %s: the weights are widened as they are used, which saves memory and not time", a.Name, native))
			}
		}
	}
	return out
}

// quantizedAs is the type that a quantized checkpoint is computed in, "" for whole numbers.
func quantizedAs(q *checkpoint.Quantization) string {
	switch q.Method {
	case "mxfp4", "nvfp4":
		return "fp4"
	case "fp8", "fbgemm_fp8", "modelopt":
		return "fp8"
	default:
		return ""
	}
}
