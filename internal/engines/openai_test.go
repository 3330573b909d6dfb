package engines

import (
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/google/go-cmp/cmp"
)

// TestServes reads what clients need from what containers run.
func TestServes(t *testing.T) {
	for name, tc := range map[string]struct {
		image string
		args  []string
		want  Serving
	}{
		"model":          {"vllm/vllm-openai:v0.18.0", []string{"--model", "org/m"}, Serving{"/v1", "org/m"}},
		"operand":        {"own/image", []string{"vllm", "serve", "org/m", "--port", "80"}, Serving{"/v1", "org/m"}},
		"no operand":     {"own/image", []string{"vllm", "serve", "--port", "80"}, Serving{"/v1", ""}},
		"name":           {"vllm/vllm-openai:v0.18.0", []string{"--model", "org/m", "--served-model-name", "chat", "fast"}, Serving{"/v1", "chat"}},
		"name of SGLang": {"lmsysorg/sglang:v0.5.5", []string{"python3", "-m", "sglang.launch_server", "--model-path=org/m", "--served-model-name=chat"}, Serving{"/v1", "chat"}},
		"prefix":         {"ghcr.io/ggml-org/llama.cpp:server-b10068", []string{"-m", "/m.gguf", "-a", "chat", "--api-prefix", "/llama/"}, Serving{"/llama/v1", "chat"}},
		"every name":     {"ghcr.io/huggingface/text-generation-inference:3.3.7", []string{"--model-id", "org/m"}, Serving{"/v1", ""}},
		"variable":       {"vllm/vllm-openai:v0.18.0", []string{"--model", "$(MODEL)"}, Serving{"/v1", ""}},
		"no engine":      {"nginx:1", nil, Serving{}},
		"other API":      {"nvcr.io/nvidia/tritonserver:25.03-trtllm-python-py3", nil, Serving{}},
	} {
		if diff := cmp.Diff(tc.want, Serves(&corev1.Container{Image: tc.image, Args: tc.args})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
