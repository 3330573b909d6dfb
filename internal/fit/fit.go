// Package fit says whether a model fits accelerators: what its weights and its cache take on each, for an engine and its parallel
// sizes, and how much context and how many sequences are left room for. It computes from facts of a model alone, without a request.
package fit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// Question is what to compute. The names of the fields in JSON are those of the arguments of provider::inference::fit.
type Question struct {
	// Engine is one of [Engines], "" for vLLM.
	Engine string `json:"engine,omitempty"`
	// Accelerator is a name of the table, as node feature discovery has it or short; MemoryGiB is in its place where the table does
	// not have it.
	Accelerator string  `json:"accelerator,omitempty"`
	MemoryGiB   float64 `json:"memory_gib,omitempty"`
	// Count is the number of accelerators of one replica, all hosts together, and the sizes are how the engine uses them. Experts are
	// shared out among all of them, whole (expert parallel) or in parts, which takes as much.
	Count    int64 `json:"count,omitempty"`
	Tensor   int64 `json:"tensor_parallel,omitempty"`
	Pipeline int64 `json:"pipeline_parallel,omitempty"`
	Data     int64 `json:"data_parallel,omitempty"`
	// Context is the most tokens of a sequence, 0 for the model's, and Concurrency how many sequences there are at a time.
	Context     int64 `json:"context,omitempty"`
	Concurrency int64 `json:"concurrency,omitempty"`
	// CacheType is the type of the cache, "" for that of the model.
	CacheType string `json:"kv_cache_dtype,omitempty"`
	// MemoryFraction is what the engine takes of the memory, 0 for its default, and BatchedTokens the most of one step.
	MemoryFraction float64 `json:"memory_fraction,omitempty"`
	BatchedTokens  int64   `json:"batched_tokens,omitempty"`
}

// Answer is what was computed. Bytes are those of one accelerator, the fullest.
type Answer struct {
	Fits bool `json:"fits"`
	// Reason says why it does not, "" where it does.
	Reason string `json:"reason"`
	// Warnings are what to know even so.
	Warnings []string `json:"warnings"`

	MemoryBytes     int64 `json:"memory_bytes"`
	UsableBytes     int64 `json:"usable_bytes"`
	WeightBytes     int64 `json:"weight_bytes"`
	ActivationBytes int64 `json:"activation_bytes"`
	OverheadBytes   int64 `json:"overhead_bytes"`
	// CacheBytes is what is left for the cache, less than nothing where the weights alone are too much.
	CacheBytes            int64 `json:"kv_cache_bytes"`
	CacheBytesPerToken    int64 `json:"kv_cache_bytes_per_token"`
	CacheBytesPerSequence int64 `json:"kv_cache_bytes_per_sequence"`

	// CacheTokens is how many tokens of sequences of the context the cache of one replica holds.
	CacheTokens    int64 `json:"kv_cache_tokens"`
	MaxContext     int64 `json:"max_context"`
	MaxConcurrency int64 `json:"max_concurrency"`
	// MinAccelerators is the smallest number on which it fits, 0 where none does.
	MinAccelerators int64 `json:"min_accelerators"`

	Tensor      int64 `json:"tensor_parallel"`
	Pipeline    int64 `json:"pipeline_parallel"`
	Data        int64 `json:"data_parallel"`
	Context     int64 `json:"context"`
	Concurrency int64 `json:"concurrency"`
}

// MaxAccelerators is the largest number that [Answer.MinAccelerators] may be.
const MaxAccelerators = 64

// Invalid is an argument that cannot be, by its name in JSON.
type Invalid struct {
	Argument string
	Why      string
}

// Error implements error.
func (e *Invalid) Error() string { return e.Argument + ": " + e.Why }

// Compute answers a question about a model.
func Compute(f *checkpoint.Facts, q Question) (Answer, error) {
	p, err := prepare(f, q)
	if err != nil {
		return Answer{}, err
	}
	a := p.answer()
	for count := int64(1); count <= MaxAccelerators; count *= 2 {
		if other, ok := p.on(count); ok && other.fits() {
			a.MinAccelerators = count
			break
		}
	}
	return a, nil
}

// plan is a question with its defaults, and what it is about.
type plan struct {
	Question
	facts       *checkpoint.Facts
	engine      engine
	accelerator Accelerator
	cacheBits   float64
}

// prepare checks a question and adds the defaults.
func prepare(f *checkpoint.Facts, q Question) (*plan, error) {
	if !f.Sufficient() {
		return nil, &Invalid{"facts", "the shape of the model is not known well enough: layers, hidden_size, attention_heads, kv_heads, head_size and vocabulary are needed"}
	}
	p := &plan{Question: q, facts: f}
	var known bool
	if p.engine, known = engines[cmp.Or(q.Engine, "vllm")]; !known {
		return nil, &Invalid{"engine", fmt.Sprintf("must be one of %s", strings.Join(Engines(), ", "))}
	}
	switch {
	case q.Accelerator != "":
		if p.accelerator, known = Find(q.Accelerator); !known {
			return nil, &Invalid{"accelerator", unknownAccelerator(q.Accelerator)}
		}
	case q.MemoryGiB <= 0:
		return nil, &Invalid{"accelerator", "name an accelerator, or set memory_gib"}
	}
	if q.MemoryGiB > 0 {
		p.accelerator.MemoryMiB = int64(q.MemoryGiB * 1024)
	}
	if q.MemoryFraction < 0 || q.MemoryFraction > 1 {
		return nil, &Invalid{"memory_fraction", "must be between 0 and 1"}
	}
	if p.cacheBits, known = p.engine.cache[q.CacheType]; !known {
		return nil, &Invalid{"kv_cache_dtype", fmt.Sprintf("%s has no cache of this type", p.engine.name)}
	}
	for name, n := range map[string]int64{"count": q.Count, "tensor_parallel": q.Tensor, "pipeline_parallel": q.Pipeline, "data_parallel": q.Data, "context": q.Context, "concurrency": q.Concurrency, "batched_tokens": q.BatchedTokens} {
		if n < 0 {
			return nil, &Invalid{name, "must not be negative"}
		}
	}
	if err := p.sizes(); err != nil {
		return nil, err
	}
	p.Concurrency = max(p.Concurrency, 1)
	if p.Context == 0 {
		p.Context = f.Context
	}
	if p.Context == 0 {
		return nil, &Invalid{"context", "the model does not say how long a sequence may be: set it"}
	}
	if p.BatchedTokens == 0 {
		p.BatchedTokens = p.engine.step(p.accelerator)
	}
	return p, nil
}

// sizes divides the accelerators: what is not said is tensor parallel.
func (p *plan) sizes() error {
	p.Pipeline, p.Data = max(p.Pipeline, 1), max(p.Data, 1)
	rest := p.Pipeline * p.Data
	if p.Tensor == 0 {
		p.Tensor = max(p.Count/rest, 1)
	}
	if total := p.Tensor * rest; p.Count != 0 && total != p.Count {
		return &Invalid{"count", fmt.Sprintf("%d accelerators are not the %d of tensor_parallel x pipeline_parallel x data_parallel", p.Count, total)}
	}
	p.Count = p.Tensor * rest
	return nil
}

// answer computes what the plan takes and leaves.
func (p *plan) answer() Answer {
	b := p.bill()
	a := Answer{
		MemoryBytes: b.memory, UsableBytes: b.usable, WeightBytes: b.weights, ActivationBytes: b.activations, OverheadBytes: b.overhead,
		CacheBytes: b.cache(), CacheBytesPerToken: int64(p.perToken()), CacheBytesPerSequence: int64(p.perSequence(p.Context)),
		Tensor: p.Tensor, Pipeline: p.Pipeline, Data: p.Data, Context: p.Context, Concurrency: p.Concurrency, Warnings: p.warnings(),
	}
	if a.CacheBytes > 0 && a.CacheBytesPerSequence > 0 {
		sequences := float64(a.CacheBytes) / float64(a.CacheBytesPerSequence) * float64(p.Data)
		a.MaxConcurrency = int64(sequences)
		a.CacheTokens = int64(sequences * float64(p.Context))
		a.MaxContext = p.longest(float64(a.CacheBytes))
	}
	a.Reason = p.reason(b)
	a.Fits = a.Reason == ""
	return a
}

// longest is the most tokens of each of the sequences, no more than the model has been trained for.
func (p *plan) longest(cache float64) int64 {
	most := p.Context
	if p.facts.Context > 0 {
		most = p.facts.Context
	}
	sequences := float64(p.sequences())
	low, high := int64(0), most
	for low < high {
		middle := (low + high + 1) / 2
		if p.perSequence(middle)*sequences <= cache {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// sequences is how many there are at a time on one copy of the attention layers.
func (p *plan) sequences() int64 { return (p.Concurrency + p.Data - 1) / p.Data }

func (p *plan) fits() bool { return p.reason(p.bill()) == "" }

// reason is why the plan does not fit, "" where it does.
func (p *plan) reason(b bill) string {
	if heads := p.facts.AttentionHeads; heads%p.Tensor != 0 {
		return fmt.Sprintf("tensor parallel size %d does not divide the %d attention heads", p.Tensor, heads)
	}
	if p.Pipeline > p.facts.Layers {
		return fmt.Sprintf("pipeline parallel size %d is more than the %d layers", p.Pipeline, p.facts.Layers)
	}
	if most := p.facts.Context; most > 0 && p.Context > most {
		return fmt.Sprintf("the context of %d tokens is longer than the model's %d", p.Context, most)
	}
	need := p.perSequence(p.Context) * float64(p.sequences())
	switch {
	case b.cache() <= 0:
		return fmt.Sprintf("the weights, activations and the engine itself take %s of each accelerator, of which %s are usable", gib(b.taken()), gib(b.usable))
	case need > float64(b.cache()):
		return fmt.Sprintf("%d sequences of %d tokens need %s of KV cache, and %s are left beside the weights", p.Concurrency, p.Context, gib(int64(need)), gib(b.cache()))
	}
	return ""
}

// on is the same plan on another number of accelerators: within a host by tensor parallel, beyond it by pipeline parallel.
func (p *plan) on(count int64) (*plan, bool) {
	out := *p
	out.Count, out.Data, out.Pipeline, out.Tensor = count, 1, 1, count
	for out.Tensor > 8 || p.facts.AttentionHeads%out.Tensor != 0 {
		if out.Tensor%2 != 0 {
			return nil, false
		}
		out.Tensor, out.Pipeline = out.Tensor/2, out.Pipeline*2
	}
	if out.Pipeline > p.facts.Layers || out.engine.fixed {
		out.Tensor, out.Pipeline = 1, count
	}
	return &out, out.Pipeline <= p.facts.Layers
}

// Engines are those whose memory is known, by what their runtime is called.
func Engines() []string {
	var names []string
	for name := range engines {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func gib(bytes int64) string { return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30)) }
