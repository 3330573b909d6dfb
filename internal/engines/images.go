package engines

// Images that are filled in where nobody names one. None has a tag that moves.
const (
	// VLLM is LLMKube's choice.
	//
	// Source: defilantech/LLMKube internal/controller/runtime_vllm.go@v0.9.19.
	VLLM = "vllm/vllm-openai:v0.25.1"
	// VLLMWithRay is the newest whose image has Ray, by which llmaz spreads a model over hosts.
	//
	// Source: vllm-project/vllm release notes of v0.18.0, pull request 36170; vllm-project/production-stack pull request 1056.
	VLLMWithRay = "vllm/vllm-openai:v0.17.1"
	// SGLang and SGLangROCm are LLMKube's choice for GPUs of NVIDIA and of AMD.
	//
	// Source: defilantech/LLMKube internal/controller/runtime_sglang.go@v0.9.19.
	SGLang     = "lmsysorg/sglang:v0.5.15.post1-cu129"
	SGLangROCm = "lmsysorg/sglang:v0.5.15-rocm720-mi30x"
	// TGI is LLMKube's choice.
	//
	// Source: defilantech/LLMKube internal/controller/runtime_tgi.go@v0.9.19.
	TGI = "ghcr.io/huggingface/text-generation-inference:3.3.7"
	// TensorRTLLM is llmaz's choice.
	//
	// Source: InftyAI/llmaz chart/templates/backends/tensorrt-llm.yaml@v0.1.4.
	TensorRTLLM = "nvcr.io/nvidia/tritonserver:25.03-trtllm-python-py3"
	// LlamaCpp is the build of LlamaCppCUDA, LLMKube's choice for GPUs of NVIDIA, for processors.
	//
	// Source: defilantech/LLMKube internal/controller/runtime_llamacpp.go@v0.9.19, ggml-org/llama.cpp
	// .github/workflows/docker.yml@b10068.
	LlamaCpp     = "ghcr.io/ggml-org/llama.cpp:server-b10068"
	LlamaCppCUDA = "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068"
	// LlamaCppVulkan and LlamaCppROCm are LLMKube's builds for GPUs of AMD.
	//
	// Source: defilantech/LLMKube internal/controller/runtime_llamacpp.go@v0.9.19.
	LlamaCppVulkan = "ghcr.io/defilantech/llmkube-llama-vulkan@sha256:cbab8af682ecac9b5c865d85219d808dc356814326c70346e05b8b20b333e295"
	LlamaCppROCm   = "ghcr.io/defilantech/llmkube-llama-rocm@sha256:8da16041a18b4f03f0be4de5e064be97ba8937149091d6693ee09711da362849"
	// Ollama is what Apache Camel tests with.
	//
	// Source: apache/camel test-infra/camel-test-infra-ollama/src/main/resources/org/apache/camel/test/infra/ollama/services/container.properties, pull request 23276.
	Ollama = "ollama/ollama:0.24.0"
)
