package llmkube

import "github.com/inferops/terraform-provider-inference/internal/engines"

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
		return s.images.Use("llamacpp", engines.LlamaCpp)
	case "vllm":
		return s.images.Use("vllm", engines.VLLM)
	case "sglang":
		if vendor(s.model.Model) == "amd" {
			return s.images.Use("sglang-rocm", engines.SGLangROCm)
		}
		return s.images.Use("sglang", engines.SGLang)
	case "tgi":
		return s.images.Use("tgi", engines.TGI)
	}
	return "" // I-16 asks the user for one.
}

func (s directService) llamaCppImage() string {
	g := gpu(s.model.Model)
	switch {
	case g.Vendor == "amd" && g.Runtime == "vulkan":
		return s.images.Use("llamacpp-vulkan", engines.LlamaCppVulkan)
	case g.Vendor == "amd" && g.Runtime == "rocm":
		return s.images.Use("llamacpp-rocm", engines.LlamaCppROCm)
	case vendor(s.model.Model) == "nvidia" && (g.Enabled || s.accelerated()):
		return s.images.Use("llamacpp-cuda", engines.LlamaCppCUDA)
	}
	return s.images.Use("llamacpp", engines.LlamaCpp)
}
