package engines

// Engine is what is known of an inference engine.
type Engine struct {
	// Name is what people call it.
	Name string
	// Launchers are words of which one is in every command line that starts the server.
	Launchers []string
	// Repositories are the ends of the names of its images, and Serves is true where their entry point is the server.
	Repositories []string
	Serves       bool
	// Accelerated are parts of the tags of those images that need an accelerator, and Processor of those that
	// do not all the same; "" is part of every tag.
	Accelerated, Processor []string
	// Tensor, Pipeline and Data are the flags for the parallel sizes, the one to write first; none where the engine spreads
	// a model over the accelerators of a host by itself.
	Tensor, Pipeline, Data []string
	// Hosts are flags of which one is in a command line whose process works together with those on other hosts.
	Hosts []string
	// Port is where it listens unless the flag --port says otherwise, and Loopback is true where only containers of the same
	// pod reach it there unless --host says otherwise.
	Port     int32
	Loopback bool
	// Ready is the path that answers 200 once requests are served.
	Ready string
}

// table has the engines in the order in which a container is compared with them.
//
// Source: vllm-project/vllm vllm/engine/arg_utils.py, docker/Dockerfile@v0.18.0;
// sgl-project/sglang python/sglang/srt/server_args.py, docker/Dockerfile@v0.5.2;
// huggingface/text-generation-inference launcher/src/main.rs, Dockerfile@v3.3.7;
// NVIDIA/TensorRT-LLM tensorrt_llm/commands/serve.py@v1.0.0;
// ggml-org/llama.cpp tools/server/README.md, .devops/cpu.Dockerfile@b10068.
var table = []Engine{
	{
		Name: "vLLM", Launchers: []string{"vllm", "vllm.entrypoints.openai.api_server"},
		Repositories: []string{"vllm/vllm-openai"}, Serves: true, Accelerated: []string{""}, Processor: []string{"cpu"},
		Tensor:   []string{"--tensor-parallel-size", "-tp", "--tensor_parallel_size"},
		Pipeline: []string{"--pipeline-parallel-size", "-pp", "--pipeline_parallel_size"},
		Data:     []string{"--data-parallel-size", "-dp", "--data_parallel_size"},
		Hosts:    []string{"--nnodes", "--distributed-executor-backend"},
		Port:     8000, Ready: "/health",
	},
	{
		Name: "SGLang", Launchers: []string{"sglang.launch_server"},
		Repositories: []string{"lmsysorg/sglang"}, Accelerated: []string{""}, Processor: []string{"xeon", "cpu"},
		Tensor:   []string{"--tp-size", "--tp", "--tensor-parallel-size"},
		Pipeline: []string{"--pp-size", "--pp", "--pipeline-parallel-size"},
		Data:     []string{"--dp-size", "--dp", "--data-parallel-size"},
		Hosts:    []string{"--nnodes"},
		Port:     30000, Loopback: true, Ready: "/health",
	},
	{
		Name: "Text Generation Inference", Launchers: []string{"text-generation-launcher"},
		Repositories: []string{"huggingface/text-generation-inference"}, Serves: true, Accelerated: []string{""}, Processor: []string{"cpu"},
		Tensor: []string{"--num-shard"},
		Port:   80, Ready: "/health",
	},
	{
		Name: "TensorRT-LLM", Launchers: []string{"trtllm-serve"},
		Repositories: []string{"nvidia/tritonserver", "tensorrt-llm/release"}, Accelerated: []string{"trtllm"},
		Tensor: []string{"--tp_size"}, Pipeline: []string{"--pp_size"},
		Port: 8000, Loopback: true, Ready: "/health",
	},
	{
		Name: "llama.cpp", Launchers: []string{"llama-server"},
		Repositories: []string{"ggml-org/llama.cpp", "ggerganov/llama.cpp"}, Serves: true, Accelerated: []string{"cuda", "rocm", "vulkan", "musa", "intel"},
		Port: 8080, Ready: "/health",
	},
}

// Images that are filled in where nobody names one. None has a tag that moves.
const (
	// VLLM is LLMKube's choice.
	//
	// Source: defilantech/LLMKube internal/controller/runtime_vllm.go@v0.9.19.
	VLLM = "vllm/vllm-openai:v0.25.1"
	// VLLMWithRay is the newest whose image has Ray, by which llmaz spreads a model over hosts.
	//
	// Source: kubernetes-sigs/lws issue 835.
	VLLMWithRay = "vllm/vllm-openai:v0.18.0"
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
