package fit

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
)

func TestCompute(t *testing.T) {
	for name, tc := range map[string]struct {
		model    string
		question Question
		reason   string // "" where it fits
		warning  string
		least    int64
		check    func(a Answer) bool
	}{
		"fits": {model: "Qwen/Qwen2.5-7B-Instruct", question: Question{Accelerator: "L4", Context: 8192}, least: 1, check: func(a Answer) bool {
			return a.Tensor == 1 && a.MaxConcurrency >= 1 && a.MaxContext >= 8192 && a.CacheBytesPerToken == 2*28*4*128*2
		}},
		"weights too large": {model: "meta-llama/Llama-3.3-70B-Instruct", question: Question{Accelerator: "H100", Context: 8192}, reason: "the weights, activations and the engine itself take 13", least: 2, check: func(a Answer) bool {
			return a.CacheBytes < 0 && a.MaxConcurrency == 0 && a.MaxContext == 0
		}},
		"on four":               {model: "meta-llama/Llama-3.3-70B-Instruct", question: Question{Accelerator: "NVIDIA-H100-80GB-HBM3", Count: 4, Context: 8192}, least: 2, check: func(a Answer) bool { return a.Tensor == 4 }},
		"cache too small":       {model: "Qwen/Qwen2.5-7B-Instruct", question: Question{Accelerator: "L4", Context: 32768, Concurrency: 8}, reason: "8 sequences of 32768 tokens need 14.0 GiB of KV cache, and", least: 2},
		"longer than the model": {model: "Qwen/Qwen3-8B", question: Question{Accelerator: "H100", Context: 200000}, reason: "the context of 200000 tokens is longer than the model's 40960"},
		"heads":                 {model: "Qwen/Qwen2.5-7B-Instruct", question: Question{Accelerator: "H100", Tensor: 3}, reason: "tensor parallel size 3 does not divide the 28 attention heads", least: 1},
		"KV heads":              {model: "Qwen/Qwen2.5-0.5B-Instruct", question: Question{Accelerator: "H100", Tensor: 7}, warning: "tensor parallel size 7 is more than the 2 KV heads", least: 1},
		"layers":                {model: "Qwen/Qwen2.5-7B-Instruct", question: Question{Accelerator: "H100", Pipeline: 40}, reason: "pipeline parallel size 40 is more than the 28 layers", least: 1},
		"no bfloat16":           {model: "Qwen/Qwen2.5-1.5B-Instruct", question: Question{Accelerator: "T4", Context: 4096}, warning: "Tesla T4 has no bfloat16", least: 1},
		"no fp8":                {model: "deepseek-ai/DeepSeek-V3", question: Question{Accelerator: "A100", Count: 16, Pipeline: 2, Context: 8192}, warning: "does not compute in fp8", least: 16},
		"data parallel":         {model: "deepseek-ai/DeepSeek-V3", question: Question{Accelerator: "H200", Data: 8, Context: 8192}, least: 8, check: func(a Answer) bool { return a.Tensor == 1 && a.Data == 8 && a.WeightBytes < 120<<30 }},
		"encoder":               {model: "BAAI/bge-m3", question: Question{Accelerator: "L4"}, warning: "the model has no cache", least: 1, check: func(a Answer) bool { return a.WeightBytes < 3<<29 && a.CacheBytesPerToken == 0 }},
		"fp8 cache":             {model: "Qwen/Qwen2.5-7B-Instruct", question: Question{Accelerator: "L4", Context: 8192, CacheType: "fp8"}, least: 1, check: func(a Answer) bool { return a.CacheBytesPerToken == 2*28*4*128 }},
		"MLA is not shared out": {model: "deepseek-ai/DeepSeek-R1", question: Question{Accelerator: "H200", Tensor: 8, Context: 8192}, least: 8, check: func(a Answer) bool { return a.CacheBytesPerToken == 61*(512+64)*2 }},
		"a window":              {model: "google/gemma-3-27b-it", question: Question{Accelerator: "H100", Context: 131072}, least: 1, check: func(a Answer) bool { return a.CacheBytesPerSequence < a.CacheBytesPerToken*131072*3/2 }},
		"llama.cpp":             {model: "Qwen/Qwen2.5-7B-Instruct", question: Question{Engine: "llamacpp", Accelerator: "RTX-4090", Context: 32768, CacheType: "q8_0"}, least: 1},
	} {
		t.Run(name, func(t *testing.T) {
			f, known := table.Of(tc.model)
			if !known {
				t.Fatal("not in the table")
			}
			a, err := Compute(f, tc.question)
			if err != nil {
				t.Fatal(err)
			}
			if a.Fits != (tc.reason == "") || !strings.Contains(a.Reason, tc.reason) || a.MinAccelerators != tc.least {
				t.Errorf("fits %v (%s), on %d at least", a.Fits, a.Reason, a.MinAccelerators)
			}
			if tc.warning == "" != (len(a.Warnings) == 0) || !strings.Contains(strings.Join(a.Warnings, "; "), tc.warning) {
				t.Errorf("warnings: %q", a.Warnings)
			}
			if tc.check != nil && !tc.check(a) {
				t.Errorf("got %+v", a)
			}
		})
	}
}

func TestComputeRefuses(t *testing.T) {
	f, _ := table.Of("Qwen/Qwen2.5-7B-Instruct")
	for name, tc := range map[string]struct {
		question Question
		at, why  string
	}{
		"engine":      {Question{Engine: "vlm", Accelerator: "L4"}, "engine", "llamacpp, sglang, vllm"},
		"accelerator": {Question{Accelerator: "H10O"}, "accelerator", "did you mean"},
		"none":        {Question{}, "accelerator", "set memory_gib"},
		"count":       {Question{Accelerator: "L4", Count: 4, Tensor: 3}, "count", "4 accelerators are not the 3"},
		"cache":       {Question{Accelerator: "L4", CacheType: "q8_0"}, "kv_cache_dtype", "vLLM has no cache of this type"},
		"fraction":    {Question{Accelerator: "L4", MemoryFraction: 90}, "memory_fraction", "between 0 and 1"},
		"negative":    {Question{Accelerator: "L4", Context: -1}, "context", "negative"},
		"SGLang":      {Question{Engine: "sglang", Accelerator: "L4", CacheType: "fp8"}, "kv_cache_dtype", "SGLang has no cache of this type"},
	} {
		var invalid *Invalid
		if _, err := Compute(f, tc.question); !errors.As(err, &invalid) || invalid.Argument != tc.at || !strings.Contains(invalid.Why, tc.why) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	unknown := *f
	unknown.Layers = 0
	if _, err := Compute(&unknown, Question{Accelerator: "L4"}); err == nil || !strings.Contains(err.Error(), "facts: the shape of the model is not known well enough") {
		t.Errorf("got %v", err)
	}
}

// TestDefaults has what SGLang v0.5.5 computes for itself: (memory - reserved) / memory, with as much reserved as is written here.
func TestDefaults(t *testing.T) {
	f, _ := table.Of("Qwen/Qwen2.5-7B-Instruct")
	for name, tc := range map[string]struct {
		question Question
		memory   float64 // MiB, as nvidia-smi has it
		reserved float64
		tokens   int64
	}{
		"T4":                   {Question{Accelerator: "T4"}, 15360, 512 + 3072 + 16 + 128, 2048},
		"L4":                   {Question{Accelerator: "L4"}, 23034, 512 + 3072 + 48 + 128, 2048},
		"four L4":              {Question{Accelerator: "L4", Tensor: 4}, 23034, 512 + 3072 + 160 + 512, 2048},
		"L40S":                 {Question{Accelerator: "L40S"}, 46068, 512 + 6144 + 64 + 128, 4096},
		"H100":                 {Question{Accelerator: "H100"}, 81559, 512 + 12288 + 512 + 128, 8192},
		"eight H100":           {Question{Accelerator: "H100", Tensor: 4, Pipeline: 2}, 81559, 512 + 12288 + 1024 + 1024, 8192},
		"H200":                 {Question{Accelerator: "H200"}, 143771, 512 + 12288 + 512 + 128, 8192},
		"B200":                 {Question{Accelerator: "B200"}, 183359, 512 + 24576 + 1024 + 128, 16384},
		"H100 with short ones": {Question{Accelerator: "H100", BatchedTokens: 2048}, 81559, 10240, 2048},
	} {
		t.Run(name, func(t *testing.T) {
			tc.question.Engine, tc.question.Context = "sglang", 8192
			p, err := prepare(f, tc.question)
			if err != nil {
				t.Fatal(err)
			}
			want := math.Round((1-tc.reserved/tc.memory)*1000) / 1000
			a := p.answer()
			if got := float64(a.UsableBytes) / float64(a.MemoryBytes); math.Abs(got-want) > 1e-6 || p.BatchedTokens != tc.tokens {
				t.Errorf("takes %.4f of the memory, not %.3f, and %d tokens a step", got, want, p.BatchedTokens)
			}
		})
	}
}

// TestMost shows that what is said to be the most is the most, for every model of the table.
func TestMost(t *testing.T) {
	for _, e := range table.Entries() {
		f, _ := table.Of(e.Names[0])
		for _, engine := range Engines() {
			q := Question{Engine: engine, Accelerator: "H100", Count: 1}
			a, err := Compute(f, q)
			if err != nil {
				t.Fatal(err)
			}
			if f.Encoder || a.CacheBytes <= 0 {
				continue
			}
			if a.MaxConcurrency > 0 {
				q.Concurrency = a.MaxConcurrency
				if b, _ := Compute(f, q); !b.Fits || b.MaxContext < a.Context {
					t.Errorf("%s, %s: %d sequences do not fit: %s", e.Names[0], engine, a.MaxConcurrency, b.Reason)
				}
			}
			q.Concurrency = a.MaxConcurrency + 1
			if b, _ := Compute(f, q); b.Fits {
				t.Errorf("%s, %s: %d sequences fit as well", e.Names[0], engine, q.Concurrency)
			}
			q.Concurrency, q.Context = 1, a.MaxContext
			if b, _ := Compute(f, q); a.MaxContext > 0 && !b.Fits {
				t.Errorf("%s, %s: %d tokens do not fit: %s", e.Names[0], engine, a.MaxContext, b.Reason)
			}
		}
	}
}

func TestAccelerators(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range Accelerators() {
		if a.MemoryMiB < 8<<10 || len(a.DTypes) == 0 || a.Source == "" || len(a.Short) == 0 {
			t.Errorf("something is missing: %+v", a)
		}
		for _, name := range slices.Concat(a.Short, []string{a.Name, a.Label(), a.Label() + "-SHARED"}) {
			if found, ok := Find(name); !ok || found.Name != a.Name {
				t.Errorf("%s leads to %s", name, found.Name)
			}
		}
		for _, name := range a.Short {
			if seen[plain(name)] {
				t.Errorf("%s is there twice", name)
			}
			seen[plain(name)] = true
		}
	}
	for short, label := range map[string]string{"T4": "Tesla-T4", "A100-40GB": "NVIDIA-A100-SXM4-40GB", "MI300X": "AMD_Instinct_MI300X_OAM"} {
		if a, ok := Find(short); !ok || a.Label() != label {
			t.Errorf("%s has the label %s", short, a.Label())
		}
	}
	for _, label := range []string{"Instinct_MI210", "AMD_Instinct_MI210"} { // of older drivers, and of newer ones
		if a, ok := Find(label); !ok || a.Short[0] != "MI210" {
			t.Errorf("%s leads to %s", label, a.Name)
		}
	}
	if a, _ := Find("H100-NVL"); a.MemoryMiB != 95830 { // 94 GB, less what error correction takes
		t.Errorf("an H100 NVL has %d MiB", a.MemoryMiB)
	}
	if a, ok := Find("NVIDIA-H100-80GB-HBM3"); !ok || a.ComputeCapability != "9.0" || !slices.Contains(a.DTypes, "fp8") {
		t.Errorf("got %+v", a)
	}
}
