package engines

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

// lines are command lines after the launcher, each with the image and all that is wrong with them.
var lines = map[string]struct {
	reason, engine, image, line string
	want                        []string
}{
	"vLLM":                 {"all that it takes", "vllm", "vllm/vllm-openai:v0.9.2", `m --max-model-len 8k --dtype=bfloat16 -tp 2 --tensor_parallel_size 2 --gpu-memory-utilization .9 --no-enable-chunked-prefill --compilation-config {"level":3} --limit-mm-per-prompt.image 2 -O3 --lora-modules a=b c=d --api-key k1 --seed -1`, nil},
	"misspelt":             {"the name that was meant", "vllm", "vllm/vllm-openai:v0.9.2", "--max-model-length 1 --tensor-parallel-sizes 2", []string{"--max-model-length: vLLM 0.9.2 does not start with it: did you mean --max-model-len?", "--tensor-parallel-sizes: vLLM 0.9.2 does not start with it: did you mean --tensor-parallel-size?"}},
	"nothing near":         {"nothing to suggest", "vllm", "vllm/vllm-openai:v0.9.2", "--frobnicate", []string{"--frobnicate: vLLM 0.9.2 does not start with it: there is no such argument; remove it"}},
	"gone":                 {"what took its place", "vllm", "vllm/vllm-openai:v0.10.0", "--enable-reasoning --reasoning-parser r --speculative-model d", []string{"--enable-reasoning: vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place", "--speculative-model: vLLM 0.10.0 does not start with it: it is gone since 0.8.3; --speculative-config takes its place"}},
	"not yet":              {"the version to wait for", "vllm", "vllm/vllm-openai:v0.7.3", "--enable-eplb", []string{"--enable-eplb: vLLM 0.7.3 does not start with it: 0.9.2 is known to have it; name an image of that version or later, or remove it"}},
	"between":              {"a version between two may have what either has", "vllm", "vllm/vllm-openai:v0.10.2", "--guided-decoding-backend auto --structured-outputs-config {} --eplb-config {} --num-redundant-experts 1", nil},
	"newer":                {"nothing is known of it", "vllm", "vllm/vllm-openai:v0.99.0", "--frobnicate --max-model-len x", nil},
	"older":                {"nor of that", "vllm", "vllm/vllm-openai:v0.5.0", "--frobnicate --max-model-len x", nil},
	"variant":              {"a suffix tells the platform", "vllm", "vllm/vllm-openai:v0.9.2-cu129", "--seed x", []string{"x: --seed of vLLM 0.9.2 is a whole number"}},
	"candidate":            {"it is not yet the release", "vllm", "vllm/vllm-openai:v0.9.2rc1", "--seed x", nil},
	"types":                {"what each type takes", "vllm", "vllm/vllm-openai:v0.9.2", "--seed one --max-model-len many --gpu-memory-utilization most --compilation-config {'level':3}", []string{"one: --seed of vLLM 0.9.2 is a whole number", "many: --max-model-len of vLLM 0.9.2 is a whole number, with a suffix such as k if need be", "most: --gpu-memory-utilization of vLLM 0.9.2 is a number", "{'level':3}: --compilation-config of vLLM 0.9.2 is JSON, with names and texts in double quotes"}},
	"choice":               {"all of them", "vllm", "vllm/vllm-openai:v0.9.2", "--uvicorn-log-level verbose", []string{"verbose: --uvicorn-log-level of vLLM 0.9.2 is one of debug, info, warning, error, critical, trace"}},
	"value of a flag":      {"it has none", "vllm", "vllm/vllm-openai:v0.9.2", "--enforce-eager=true", []string{"true: --enforce-eager of vLLM 0.9.2 takes no value; write the name alone"}},
	"no value":             {"the next word is an argument, or there is none", "vllm", "vllm/vllm-openai:v0.9.2", "--seed --enforce-eager --revision", []string{"--seed: --seed of vLLM 0.9.2 needs a value", "--revision: --revision of vLLM 0.9.2 needs a value"}},
	"filled in later":      {"a variable or a template may be anything", "vllm", "vllm/vllm-openai:v0.9.2", "--seed $(SEED) --seed={{.Seed}} ${MORE} $(ARGS) --max-model-len ${LEN} --$(NAME)=1", nil},
	"abbreviation":         {"the parser takes the beginning of a name", "vllm", "vllm/vllm-openai:v0.9.2", "--tensor-par 2 --max-model 4096", nil},
	"end of arguments":     {"what follows is no argument", "vllm", "vllm/vllm-openai:v0.9.2", "-- --frobnicate", nil},
	"floating":             {"an image without a version misspells all the same", "vllm", "vllm/vllm-openai:latest", "--max-model-length 1 --frobnicate --enable-reasoning", []string{"--max-model-length: no version of vLLM is known to have it: did you mean --max-model-len?"}},
	"SGLang":               {"all that it takes", "sglang", "lmsysorg/sglang:v0.5.2-cu126", "--model-path m --tp 2 --mem-fraction-static 0.8 --context-length 8192 --quantization fp8", nil},
	"underscores":          {"SGLang reads them as they are", "sglang", "lmsysorg/sglang:v0.5.2", "--mem_fraction_static 0.8", []string{"--mem_fraction_static: SGLang 0.5.2 does not start with it: did you mean --mem-fraction-static?"}},
	"choice of SGLang":     {"near or not", "sglang", "lmsysorg/sglang:v0.5.2", "--schedule-policy fifo", []string{"fifo: --schedule-policy of SGLang 0.5.2 is one of lpm, random, fcfs, dfs-weight, lof, priority, routing-key"}},
	"llama.cpp":            {"all that it takes", "llamacpp", "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068", "-m /m.gguf -c 4096 -ngl 99 --ctx_size 8192 --temp -1 --no-mmap --jinja -fa on", nil},
	"joined":               {"llama.cpp reads no equals sign", "llamacpp", "ghcr.io/ggml-org/llama.cpp:server-b10068", "--ctx-size=4096", []string{"--ctx-size=4096: llama.cpp b10068 does not start with it: it takes the value in a word of its own, after --ctx-size"}},
	"gone by llama.cpp":    {"every build is known", "llamacpp", "ghcr.io/ggml-org/llama.cpp:server-b10068", "--draft-max 4", []string{"--draft-max: llama.cpp b10068 does not start with it: it is gone since b7482; --spec-draft-n-max takes its place"}},
	"not yet there":        {"a build before", "llamacpp", "ghcr.io/ggml-org/llama.cpp:server-b7746", "--adaptive-target 1", []string{"--adaptive-target: llama.cpp b7746 does not start with it: b7747 is known to have it; name an image of that version or later, or remove it"}},
	"lenient":              {"llama.cpp reads as much of a number as there is", "llamacpp", "ghcr.io/ggml-org/llama.cpp:server-b10068", "-c 4096tokens -ngl all -b many", []string{"many: -b of llama.cpp b10068 is a whole number"}},
	"TGI":                  {"all that it takes", "tgi", "ghcr.io/huggingface/text-generation-inference:3.3.7", "--model-id m --num-shard 2 --quantize awq --sharded true", nil},
	"of one version":       {"without a version, that is enough to be no misspelling", "sglang", "lmsysorg/sglang:latest", "--dsa-prefill-backend fa3 --nsa-prefil-backend fa3", []string{"--nsa-prefil-backend: no version of SGLang is known to have it: did you mean --nsa-prefill-backend?"}},
	"SGLang, filled in":    {"the variants of a release for accelerators are one version", "sglang", SGLangROCm, "--dsa-prefill-backend fa3 --hybrid-kvcache-ratio 1 --mem-fraction-static half", []string{"--hybrid-kvcache-ratio: SGLang 0.5.15 does not start with it: it is gone since 0.5.14; --swa-full-tokens-ratio takes its place", "half: --mem-fraction-static of SGLang 0.5.15 is a number"}},
	"SGLang, after that":   {"a later release has fewer", "sglang", "lmsysorg/sglang:v0.5.18", "--torchao-config int4wo-128", []string{"--torchao-config: SGLang 0.5.18 does not start with it: it is gone since 0.5.18; remove it"}},
	"TGI, wrong":           {"all that it does not", "tgi", "ghcr.io/huggingface/text-generation-inference:3.3.7-rocm", "--num-shards 2 --quantize int3 --max-total-tokens x --disable-usage-stats", []string{"--num-shards: Text Generation Inference 3.3.7 does not start with it: did you mean --num-shard?", "--disable-usage-stats: Text Generation Inference 3.3.7 does not start with it: it is gone since 2.3.0; remove it", "int3: --quantize of Text Generation Inference 3.3.7 is one of awq, eetq, exl2, gptq, marlin, bitsandbytes, bitsandbytes-nf4, bitsandbytes-fp4, fp8, compressed-tensors", "x: --max-total-tokens of Text Generation Inference 3.3.7 is a whole number"}},
	"TensorRT-LLM":         {"all that it takes", "tensorrtllm", "nvcr.io/nvidia/tensorrt-llm/release:1.0.0", "m --backend pytorch --tp_size 4 --ep_size=2 --trust_remote_code --kv_cache_free_gpu_memory_fraction .8 --extra_llm_api_options /o.yaml", nil},
	"TensorRT-LLM, dashes": {"it reads names as they are", "tensorrtllm", "nvcr.io/nvidia/tensorrt-llm/release:1.0.0", "--tp-size 4", []string{"--tp-size: TensorRT-LLM 1.0.0 does not start with it: did you mean --tp_size?"}},
	"TensorRT-LLM, wrong":  {"all that it does not", "tensorrtllm", "nvcr.io/nvidia/tensorrt-llm/release:1.0.0", "--max_batchsize 8 --tool_parser qwen3 --max_seq_len many --backend cpp", []string{"--max_batchsize: TensorRT-LLM 1.0.0 does not start with it: did you mean --max_batch_size?", "--tool_parser: TensorRT-LLM 1.0.0 does not start with it: 1.2.1 is known to have it; name an image of that version or later, or remove it", "many: --max_seq_len of TensorRT-LLM 1.0.0 is a whole number", "cpp: --backend of TensorRT-LLM 1.0.0 is one of pytorch, trt, tensorrt, _autodeploy"}},
	"TensorRT-LLM, first":  {"it has a few of them", "tensorrtllm", "nvcr.io/nvidia/tensorrt-llm/release:0.18.2", "m --backend pytorch --tp_size 4 --ep_size=2", []string{"--ep_size: TensorRT-LLM 0.18.2 does not start with it: 0.19.0 is known to have it; name an image of that version or later, or remove it"}},
	"TensorRT-LLM, Triton": {"the tag is that of Triton", "tensorrtllm", "nvcr.io/nvidia/tritonserver:25.03-trtllm-python-py3", "--tool_parser qwen3", nil},
}

// TestCommandLines shows what is wrong with command lines.
func TestCommandLines(t *testing.T) {
	for name, tc := range lines {
		t.Run(name, func(t *testing.T) {
			e, known := Named(tc.engine)
			if !known {
				t.Fatalf("engine %s is not known", tc.engine)
			}
			words, version := strings.Fields(tc.line), e.VersionOf(tc.image)
			found := slices.Concat(e.Unknown(words, 0, version), e.Values(words, 0, version))
			if version == "" {
				found = e.Misspelt(words, 0)
			}
			var got []string
			for _, f := range found {
				if !strings.Contains(words[f.Word], f.Value) {
					t.Errorf("%q is not in word %d, %q", f.Value, f.Word, words[f.Word])
				}
				got = append(got, f.Value+": "+f.Detail)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%s\ngot  %q\nwant %q", tc.reason, got, tc.want)
			}
		})
	}
}

// valid is a value that an argument takes.
func (a *Argument) valid() string {
	switch {
	case len(a.Choices) > 0:
		return a.Choices[0]
	case a.Type == Integer, a.Type == Size:
		return "1"
	case a.Type == Float:
		return "0.5"
	case a.Type == JSON:
		return "{}"
	}
	return "text"
}

// TestTables has every argument of every table in a command line of its first version, and one with each of its letters left
// out, changed or doubled, which is found and put right unless it happens to be another argument.
func TestTables(t *testing.T) {
	for _, e := range All() {
		for i := range e.Known().Versions {
			if i > 0 && compare(e.Known().Versions[i-1].Version, e.Known().Versions[i].Version) >= 0 {
				t.Errorf("%s: version %s is not in order", e.Name, e.Known().Versions[i].Version)
			}
			if !strings.Contains(e.Known().Versions[i].Source, "@") {
				t.Errorf("%s: version %s has no source", e.Name, e.Known().Versions[i].Version)
			}
		}
		for i := range e.Known().Arguments {
			a := &e.Known().Arguments[i]
			t.Run(e.Name+"/"+a.Name, func(t *testing.T) { tableArgument(t, e, a) })
		}
	}
}

func tableArgument(t *testing.T, e Engine, a *Argument) {
	version := a.Since
	if version == "" {
		version = e.Known().Versions[0].Version
	}
	if a.Until != "" && compare(a.Until, version) <= 0 {
		t.Fatalf("goes in %s, before it comes in %s", a.Until, version)
	}
	versions := e.around(version)
	for _, name := range a.names {
		words := []string{name}
		if a.Type != Flag && a.Type != AnyValue && !slices.Contains(a.Negations, name) {
			words = append(words, a.valid())
		}
		if found := slices.Concat(e.Unknown(words, 0, version), e.Values(words, 0, version)); len(found) > 0 {
			t.Errorf("%q of %s is refused: %v", words, version, found)
		}
	}
	if _, long := cutLong(a.Name); !long || len(a.Name) < 8 {
		return // another short name is as near
	}
	for i := 3; i < len(a.Name)-1; i++ {
		for _, typo := range []string{a.Name[:i] + a.Name[i+1:], a.Name[:i] + "q" + a.Name[i+1:], a.Name[:i] + a.Name[i:i+1] + a.Name[i:]} {
			if g := e.name(typo, versions); g.Argument != nil || g.Loose {
				continue
			}
			found := e.Unknown([]string{typo}, 0, version)
			if len(found) != 1 || !strings.Contains(found[0].Detail, "did you mean --") {
				t.Errorf("%s of %s: got %v", typo, version, found)
				continue
			}
			_, rest, _ := strings.Cut(found[0].Detail, "did you mean ")
			if meant := strings.TrimSuffix(rest, "?"); !slices.Contains(spelling.Nearest(typo, []string{meant, a.Name}, len(typo)), meant) {
				t.Errorf("%s of %s: %s is further away than %s", typo, version, meant, a.Name)
			}
		}
	}
}

// TestRepeated shows which arguments count as given twice.
func TestRepeated(t *testing.T) {
	e, _ := Named("vllm")
	for line, want := range map[string]string{
		"--port 1 --port=2":                                   "[--port 2]",
		"-tp 1 --tensor_parallel_size 2":                      "[--tensor-parallel-size 2]",
		"--port 1 --port 1":                                   "[]",
		"--middleware a --middleware b":                       "[]",
		"--lora-modules a --lora-modules b":                   "[]",
		"--enforce-eager --no-enforce-eager":                  "[]",
		"--limit-mm-per-prompt.a 1 --limit-mm-per-prompt.b 2": "[]",
	} {
		got := []string{}
		for _, pair := range e.Repeated(strings.Fields(line), 0, "0.9.2") {
			got = append(got, pair[1].Name+" "+pair[1].Value)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, want %s", line, got, want)
		}
	}
}
