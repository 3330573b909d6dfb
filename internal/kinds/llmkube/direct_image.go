package llmkube

// image is the image of the engine: the user's, or the one that fits runtime and GPU.
//
// Mirrors defilantech/LLMKube internal/controller/{deployment_builder,runtime_*}.go@v0.9.19.
func (s directService) image() string {
	if s.Spec.Image != "" {
		return s.Spec.Image
	}
	switch runtimeOf(s.InferenceService) {
	case "llamacpp":
		return s.llamaCppImage()
	case "llamacpp-router":
		return s.images.Use("llamacpp", "ghcr.io/ggml-org/llama.cpp:server")
	case "vllm":
		return s.images.Use("vllm", "vllm/vllm-openai:v0.25.1")
	case "sglang":
		if vendor(s.model.Model) == "amd" {
			return s.images.Use("sglang-rocm", "lmsysorg/sglang:v0.5.15-rocm720-mi30x")
		}
		return s.images.Use("sglang", "lmsysorg/sglang:v0.5.15.post1-cu129")
	case "tgi":
		return s.images.Use("tgi", "ghcr.io/huggingface/text-generation-inference:3.3.7")
	}
	return "" // I-16 asks the user for one.
}

func (s directService) llamaCppImage() string {
	g := gpu(s.model.Model)
	switch {
	case g.Vendor == "amd" && g.Runtime == "vulkan":
		return s.images.Use("llamacpp-vulkan", "ghcr.io/defilantech/llmkube-llama-vulkan@sha256:cbab8af682ecac9b5c865d85219d808dc356814326c70346e05b8b20b333e295")
	case g.Vendor == "amd" && g.Runtime == "rocm":
		return s.images.Use("llamacpp-rocm", "ghcr.io/defilantech/llmkube-llama-rocm@sha256:8da16041a18b4f03f0be4de5e064be97ba8937149091d6693ee09711da362849")
	case vendor(s.model.Model) == "nvidia" && (g.Enabled || s.accelerated()):
		return s.images.Use("llamacpp-cuda", "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068")
	}
	return s.images.Use("llamacpp", "ghcr.io/ggml-org/llama.cpp:server")
}
