package llmaz

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
)

//go:embed runtimes.yaml
var runtimesFile []byte

// runtimeImages are the images of the built-in runtimes.
var runtimeImages = map[string]string{
	"vllm": engines.VLLMWithRay, "sglang": engines.SGLang, "llamacpp": engines.LlamaCpp,
	"tgi": engines.TGI, "ollama": engines.Ollama, "tensorrt-llm": engines.TensorRTLLM,
}

// builtinRuntimes are the texts of the runtimes that an installation of llmaz brings along, by name.
var builtinRuntimes = sync.OnceValue(func() map[string]json.RawMessage {
	var texts map[string]json.RawMessage
	if err := yaml.UnmarshalStrict(runtimesFile, &texts); err != nil {
		panic(fmt.Sprintf("runtimes.yaml: %v", err)) // the file is part of the program
	}
	return texts
})

// builtinRuntime returns the runtime of that name, and false when there is none. The caller may change it.
func builtinRuntime(name string) (spec inferencev1alpha1.BackendRuntimeSpec, known bool) {
	text, known := builtinRuntimes()[name]
	if !known {
		return spec, false
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		panic(fmt.Sprintf("runtimes.yaml: %s: %v", name, err))
	}
	colon := strings.LastIndex(runtimeImages[name], ":")
	spec.Image, spec.Version = runtimeImages[name][:colon], runtimeImages[name][colon+1:]
	return spec, true
}
