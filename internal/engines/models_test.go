package engines

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

// TestSupports shows what is known of models by version, and what is not.
func TestSupports(t *testing.T) {
	class := func(name string) Model { return Model{Architecture: name, Type: "type"} }
	for name, tc := range map[string]struct {
		reason, runtime, version string
		model                    Model
		want                     Support
	}{
		"in every version":   {"it was in the first that was read", "vllm", "0.9.2", class("LlamaForCausalLM"), Support{Sure: true, Known: true, Since: "0.7.0"}},
		"in a later version": {"the message can name it; Transformers may have it before", "vllm", "0.8.3", class("Qwen3ForCausalLM"), Support{Sure: true, Since: "0.8.4", Fallback: true}},
		"in its version":     {"it is there", "vllm", "0.8.4", class("Qwen3ForCausalLM"), Support{Sure: true, Known: true, Since: "0.8.4"}},
		"before a fallback":  {"nothing else has it", "vllm", "0.7.0", class("Qwen3ForCausalLM"), Support{Sure: true, Since: "0.8.4"}},
		"between two":        {"a version between two that were read has what either has", "vllm", "0.13.0", class("Glm4MoeLiteForCausalLM"), Support{Sure: true, Known: true, Since: "0.14.1"}},
		"newer":              {"nobody has read it", "vllm", "9.0.0", class("LlamaForCausalLM"), Support{}},
		"older":              {"nor it", "vllm", "0.6.0", class("Qwen3ForCausalLM"), Support{}},
		"no version":         {"the image does not tell", "vllm", "", class("LlamaForCausalLM"), Support{}},
		"in none":            {"Transformers may have it", "vllm", "0.10.0", class("NobodyKnowsForCausalLM"), Support{}},
		"in none, before":    {"it does not serve", "vllm", "0.7.0", class("NobodyKnowsForCausalLM"), Support{Sure: true}},
		"an encoder":         {"vLLM pools what generates", "vllm", "0.7.0", class("Qwen3Model"), Support{}},
		"a file":             {"its architecture is another name", "vllm", "0.9.2", Model{Architecture: "qwen3", Type: "qwen3"}, Support{}},
		"SGLang":             {"it has had its own fallback since 0.4.7", "sglang", "0.4.5", class("Qwen3ForCausalLM"), Support{Sure: true, Since: "0.4.5.post2"}},
		"SGLang, a post":     {"the image that is filled in is known", "sglang", "0.5.15.post1", class("DeepseekV4ForCausalLM"), Support{Sure: true, Known: true, Since: "0.5.12"}},
		"SGLang, gone":       {"the class was renamed", "sglang", "0.5.15.post1", class("VILAForConditionalGeneration"), Support{Sure: true, Since: "0.4.7.post1", Until: "0.5.4.post1", Fallback: true}},
		"GGUF":               {"the build tells", "llamacpp", "b6000", Model{Architecture: "gpt-oss", Type: "gpt-oss"}, Support{Sure: true, Since: "b6095"}},
		"GGUF, later":        {"it has it", "llamacpp", "b6100", Model{Architecture: "gpt-oss", Type: "gpt-oss"}, Support{Sure: true, Known: true, Since: "b6095"}},
		"GGUF, in none":      {"it does not load", "llamacpp", "b6100", Model{Architecture: "nobody", Type: "nobody"}, Support{Sure: true}},
		"class as a file":    {"the converter knows it", "llamacpp", "b6100", class("GptOssForCausalLM"), Support{Sure: true, Known: true, Since: "b6095"}},
		"class, before":      {"a file of a later converter may load", "llamacpp", "b4400", class("InternLM3ForCausalLM"), Support{}},
		"type":               {"TGI goes by model_type", "tgi", "3.1.0", Model{Architecture: "Gemma3ForCausalLM", Type: "gemma3"}, Support{Sure: true, Since: "3.2.0", Fallback: true}},
		"type, later":        {"it has it", "tgi", "3.2.0", Model{Architecture: "Gemma3ForCausalLM", Type: "gemma3"}, Support{Sure: true, Known: true, Since: "3.2.0"}},
		"type, of a file":    {"TGI reads config.json", "tgi", "3.1.0", Model{Architecture: "gemma3", Type: "gemma3"}, Support{}},
		"no table":           {"nothing is known of the models of Ollama", "ollama", "0.9.0", class("LlamaForCausalLM"), Support{}},
	} {
		t.Run(name, func(t *testing.T) {
			e, _ := Named(tc.runtime)
			if got := e.Supports(tc.version, tc.model); got != tc.want {
				t.Errorf("%s: got %+v, want %+v", tc.reason, got, tc.want)
			}
		})
	}
}

// TestQuantizes shows which checkpoints a version loads, and on what.
func TestQuantizes(t *testing.T) {
	vllm, _ := Named("vllm")
	for name, tc := range map[string]struct {
		version, method string
		want            Support
		capability      int
	}{
		"there":          {"0.10.0", "awq", Support{Sure: true, Known: true, Since: "0.7.0"}, 75},
		"not yet":        {"0.10.0", "mxfp4", Support{Sure: true, Since: "0.10.1"}, 0},
		"gone":           {"0.15.0", "aqlm", Support{Sure: true, Since: "0.7.0", Until: "0.11.0"}, 60},
		"changed":        {"0.10.0", "fp8", Support{Sure: true, Known: true, Since: "0.7.0"}, 80},
		"changed later":  {"0.15.0", "fp8", Support{Sure: true, Known: true, Since: "0.7.0"}, 75},
		"between":        {"0.13.0", "fp8", Support{Sure: true, Known: true, Since: "0.7.0"}, 75},
		"of several":     {"0.10.0", "modelopt", Support{Sure: true, Known: true, Since: "0.7.0"}, 0},
		"another name":   {"0.10.0", "nvfp4", Support{}, 0},
		"newer":          {"9.0.0", "awq", Support{}, 0},
		"without a name": {"0.10.0", "", Support{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vllm.Quantizes(tc.version, tc.method); got != tc.want {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
			got, known := vllm.Capability(tc.version, tc.method)
			if want := tc.want.Known && tc.capability > 0; want && (got != tc.capability || !known) || tc.capability == 0 && known {
				t.Errorf("the capability is %d (%t), want %d", got, known, tc.capability)
			}
		})
	}
}

// TestQuantizesOf shows what other engines than vLLM load of checkpoints, and what none of their versions does.
func TestQuantizesOf(t *testing.T) {
	tgi, _ := Named("tgi")
	for name, tc := range map[string]struct {
		version, method string
		want            Support
	}{
		"there":        {"3.3.4", "gptq", Support{Sure: true, Known: true, Since: "2.2.0"}},
		"never":        {"3.3.4", "bitsandbytes", Support{Sure: true}},
		"some of them": {"2.4.0", "compressed-tensors", Support{}},
		"newer":        {"9.0.0", "bitsandbytes", Support{}},
	} {
		if got := tgi.Quantizes(tc.version, tc.method); got != tc.want {
			t.Errorf("%s: got %+v, want %+v", name, got, tc.want)
		}
	}
	for runtime, want := range map[string]bool{"llamacpp": true, "tgi": false, "vllm": false, "ollama": false} {
		if e, _ := Named(runtime); e.OnlyGGUF() != want {
			t.Errorf("%s loads GGUF files only: %t", runtime, !want)
		}
	}
}

// TestCapabilityOf shows that each engine says its own.
func TestCapabilityOf(t *testing.T) {
	sglang, _ := Named("sglang")
	if got, known := sglang.Capability("0.5.2", "fp8"); got != 80 || !known {
		t.Errorf("SGLang needs %d (%t) for fp8", got, known)
	}
	llamacpp, _ := Named("llamacpp")
	if got, known := llamacpp.Capability("b6100", "gguf"); known {
		t.Errorf("llama.cpp needs %d", got)
	}
}

// TestModelTables holds the tables of models to their form.
func TestModelTables(t *testing.T) {
	source := regexp.MustCompile(`^[\w.-]+/[\w.-]+ [\w./-]+@[\w.-]+(, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, \d+ commits)?$`)
	for _, e := range All() {
		m, err := readModels(e.Runtime)
		if err != nil {
			t.Errorf("%s: %v", e.Runtime, err)
			continue
		}
		if len(m.Versions) == 0 {
			continue
		}
		var versions []string
		for _, v := range m.Versions {
			versions = append(versions, v.Version)
			if !source.MatchString(v.Source) {
				t.Errorf("%s %s: %q is no source", e.Runtime, v.Version, v.Source)
			}
		}
		if !slices.IsSortedFunc(versions, compare) {
			t.Errorf("%s: versions are not in their order: %q", e.Runtime, versions)
		}
		one := func(what, version string) {
			if version != "" && !m.EveryVersion && !slices.Contains(versions, version) || m.EveryVersion && version != "" && !m.has(version) {
				t.Errorf("%s: %s has the version %s, which was not read", e.Runtime, what, version)
			}
		}
		spans := map[string]span{"fallback": {Since: m.Fallback}}
		maps.Copy(spans, m.Architectures)
		for name, q := range m.Quantizations {
			spans[name] = q.span
			for version, capability := range q.Capability {
				one(name, version)
				if capability != 0 && (capability < 50 || capability > 130) {
					t.Errorf("%s: %s needs a compute capability of %d", e.Runtime, name, capability)
				}
			}
		}
		for name, s := range spans {
			one(name, s.Since)
			one(name, s.Until)
			if s.Since != "" && s.Until != "" && compare(s.Since, s.Until) >= 0 {
				t.Errorf("%s: %s is gone in %s, before it came in %s", e.Runtime, name, s.Until, s.Since)
			}
		}
		if _, told := m.By.of(Model{Architecture: "LlamaForCausalLM", Type: "llama"}); !told {
			t.Errorf("%s: models are known by %q", e.Runtime, m.By)
		}
	}
}
