package llmkube

import (
	"cmp"
	"strconv"
	"strings"
)

// allLayers is more than any model has.
const allLayers = 99

// llamaCppArgs mirrors defilantech/LLMKube
// internal/controller/runtime_llamacpp{,_args}.go@v0.9.19.
func (s directService) llamaCppArgs() []string {
	var a arguments
	spec, extra := s.Spec, s.Spec.ExtraArgs
	a.add("--model", s.storage.path)
	a.add("--port", s.port())
	a.unless(extra, "--host", s.address())
	s.addLayers(&a)
	a.number("--ctx-size", spec.ContextSize)
	if rope := spec.RopeScaling; rope != nil && !hasArgument(extra, "--rope-scaling") {
		a.add("--rope-scaling", rope.Type)
		a.text("--rope-scale", rope.Factor)
		a.positive("--yarn-orig-ctx", rope.OriginalContext)
	}
	if spec.ParallelSlots != nil {
		a.unless(extra, "--parallel", decimal(*spec.ParallelSlots))
	}
	if isTrue(spec.FlashAttention) && s.accelerated() {
		a.add("--flash-attn", "on")
	}
	a.yes("--jinja", spec.Jinja)
	a.text("--cache-type-k", cmp.Or(spec.CacheTypeCustomK, spec.CacheTypeK))
	a.text("--cache-type-v", cmp.Or(spec.CacheTypeCustomV, spec.CacheTypeV))
	a.yes("--cpu-moe", spec.MoeCPUOffload)
	a.positive("--n-cpu-moe", spec.MoeCPULayers)
	a.yes("--no-kv-offload", spec.NoKvOffload)
	for _, override := range spec.TensorOverrides {
		a.add("--override-tensor", override)
	}
	a.positive("--batch-size", spec.BatchSize)
	a.positive("--ubatch-size", spec.UBatchSize)
	a.yes("--no-warmup", spec.NoWarmup)
	s.addDraft(&a)
	if spec.ReasoningBudget != nil {
		a.number("--reasoning-budget", spec.ReasoningBudget)
		a.text("--reasoning-budget-message", spec.ReasoningBudgetMessage)
	}
	if s.storage.projector != "" {
		a.unless(extra, "--mmproj", s.storage.projector)
	}
	for _, override := range spec.MetadataOverrides {
		a.add("--override-kv", override)
	}
	s.addMode(&a)
	a = append(a, extra...)
	a.unless(extra, "--metrics")
	return a
}

// routerArgs mirrors defilantech/LLMKube
// internal/controller/runtime_llamacpp_router.go@v0.9.19.
func (s directService) routerArgs() []string {
	var a arguments
	a.add("--models-dir", mountModels)
	a.add("--port", s.port())
	a.unless(s.Spec.ExtraArgs, "--host", s.address())
	a.unless(s.Spec.ExtraArgs, "--metrics")
	return append(a, s.Spec.ExtraArgs...)
}

// addLayers puts the layers on the GPUs.
//
// Mirrors defilantech/LLMKube internal/controller/gpu_sharding.go@v0.9.19.
func (s directService) addLayers(a *arguments) {
	if !s.accelerated() {
		return
	}
	g := gpu(s.model.Model)
	layers := g.Layers
	if layers <= 0 {
		layers = allLayers
	}
	a.add("--n-gpu-layers", decimal(layers))
	if s.gpus() <= 1 {
		return
	}
	strategy, split := "", []string(nil)
	if g.Sharding != nil {
		strategy, split = g.Sharding.Strategy, g.Sharding.LayerSplit
	}
	switch strategy {
	case "none":
		a.add("--split-mode", "none")
		return
	case "row", "tensor":
		a.add("--split-mode", "row")
	default:
		a.add("--split-mode", "layer")
	}
	a.add("--tensor-split", shares(split, s.gpus()))
}

// shares is the ratio of the layers of each GPU; equal ones when nothing splits them.
func shares(split []string, gpus int32) string {
	sizes := make([]int, gpus)
	for i := range sizes {
		sizes[i] = 1
	}
	if len(split) == len(sizes) {
		divisor := 0
		for i, layers := range split {
			first, last, _ := strings.Cut(layers, "-")
			from, _ := strconv.Atoi(first)
			to, _ := strconv.Atoi(last)
			sizes[i] = to - from + 1
			divisor = greatestCommonDivisor(divisor, sizes[i])
		}
		for i := range sizes {
			sizes[i] /= divisor
		}
	}
	var ratio []string
	for _, size := range sizes {
		ratio = append(ratio, strconv.Itoa(size))
	}
	return strings.Join(ratio, ",")
}

func greatestCommonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// addDraft lets llama.cpp draft.
func (s directService) addDraft(a *arguments) {
	method := s.draftType()
	if method == "" {
		return
	}
	a.add("--spec-type", method)
	a.text("-md", s.draftFile())
	a.number("--spec-draft-n-max", s.Spec.SpeculativeDecoding.NDraftMax)
	if p := s.Spec.SpeculativeDecoding.PMin; p != nil {
		a.add("--spec-draft-p-min", strconv.FormatFloat(*p, 'g', -1, 64))
	}
}

// addMode makes llama.cpp embed or rank instead of chat, when the mode says so and not only the path.
func (s directService) addMode(a *arguments) {
	extra := s.Spec.ExtraArgs
	switch s.Spec.Mode {
	case "rerank":
		a.unless(extra, "--reranking")
		a.unless(extra, "--embedding")
		a.unless(extra, "--pooling", "rank")
	case "embedding":
		a.unless(extra, "--embedding")
		a.unless(extra, "--pooling", "last")
	default:
		return
	}
	a.unless(extra, "--cache-ram", "0")
}
