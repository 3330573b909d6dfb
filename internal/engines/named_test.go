package engines

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// TestModel shows where command lines name their model, and which name is that of one on a hub.
func TestModel(t *testing.T) {
	for name, tc := range map[string]struct {
		container string
		want      NamedModel
	}{
		"positional":        {`{name: c, command: [vllm, serve, org/m, --port, "80"]}`, NamedModel{Text: "org/m", Word: 2, Repository: "org/m"}},
		"of an entry point": {`{name: c, image: "vllm/vllm-openai:v0.10.0", args: [org/m]}`, NamedModel{Text: "org/m", Repository: "org/m"}},
		"argument":          {`{name: c, image: "vllm/vllm-openai:v0.10.0", args: [--port, "80", --model, org/m, --revision, v1]}`, NamedModel{Text: "org/m", Word: 3, Repository: "org/m", Revision: "v1", RevisionAt: 5}},
		"joined":            {`{name: c, command: [python3, -m, sglang.launch_server, --model-path=org/m]}`, NamedModel{Text: "org/m", Word: 3, Repository: "org/m"}},
		"SGLang's other":    {`{name: c, command: [python3, -m, sglang.launch_server, --model, org/m]}`, NamedModel{Text: "org/m", Word: 4, Repository: "org/m"}},
		"TGI":               {`{name: c, image: "ghcr.io/huggingface/text-generation-inference:3.0.0", args: [--model-id, org/m]}`, NamedModel{Text: "org/m", Word: 1, Repository: "org/m"}},
		"llama.cpp":         {`{name: c, command: [llama-server, -hf, "org/m:Q4_K_M", -hff, m.gguf]}`, NamedModel{Text: "org/m:Q4_K_M", Word: 2, Repository: "org/m", File: "m.gguf", FileAt: 4}},
		"a path":            {`{name: c, command: [vllm, serve, /models/m]}`, NamedModel{Text: "/models/m", Word: 2}},
		"a variable":        {`{name: c, command: [vllm, serve, $(MODEL)]}`, NamedModel{Text: "$(MODEL)", Word: 2}},
		"a revision":        {`{name: c, command: [vllm, serve, org/m@v1]}`, NamedModel{Text: "org/m@v1", Word: 2, Repository: "org/m"}},
		"ModelScope":        {`{name: c, command: [vllm, serve, org/m], env: [{name: VLLM_USE_MODELSCOPE, value: "True"}]}`, NamedModel{Text: "org/m", Word: 2, Repository: "org/m", ModelScope: true}},
		"none":              {`{name: c, command: [vllm, serve, --port, "80"]}`, NamedModel{}},
	} {
		t.Run(name, func(t *testing.T) {
			var c corev1.Container
			if err := yaml.UnmarshalStrict([]byte(tc.container), &c); err != nil {
				t.Fatal(err)
			}
			e, known := Of(&c)
			if !known {
				t.Fatal("no engine")
			}
			if got := e.Model(&c); got != tc.want {
				t.Errorf("got %+v, not %+v", got, tc.want)
			}
		})
	}
}
