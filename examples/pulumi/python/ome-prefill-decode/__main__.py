import pulumi
import inferops_inference as inference

config = pulumi.Config()
mode = config.get("mode")
if mode is None:
    mode = "operator"
sglang = "docker.io/lmsysorg/sglang:v0.5.5"
cluster = inference.Provider("cluster",
    mode=mode,
    api_releases={
        "ome": "v0.1.5",
    })
model = inference.ClusterBaseModel("model",
    metadata={
        "name": "deepseek-v3",
    },
    spec={
        "vendor": "deepseek-ai",
        "model_format": {
            "name": "safetensors",
            "version": "1.0.0",
        },
        "model_framework": {
            "name": "transformers",
            "version": "4.33.1",
        },
        "model_architecture": "DeepseekV3ForCausalLM",
        "model_parameter_size": "685B",
        "quantization": "fp8",
        "storage": {
            "storage_uri": "hf://deepseek-ai/DeepSeek-V3",
            "path": "/raid/models/deepseek-ai/DeepSeek-V3",
        },
    },
    direct={
        "namespace": "llm",
        "size": "1Ti",
        "access_mode": inference.AccessMode.READ_WRITE_MANY,
    },
    timeouts={
        "create": "6h",
    },
    opts = pulumi.ResourceOptions(provider=cluster))
runtime = inference.ClusterServingRuntime("runtime",
    metadata={
        "name": "srt-deepseek-v3-pd",
    },
    spec={
        "protocol_versions": ["openAI"],
        "model_size_range": {
            "min": "650B",
            "max": "700B",
        },
        "supported_model_formats": [{
            "model_format": {
                "name": "safetensors",
                "version": "1.0.0",
            },
            "model_framework": {
                "name": "transformers",
                "version": "4.33.1",
            },
            "model_architecture": "DeepseekV3ForCausalLM",
            "quantization": "fp8",
        }],
        "engine_config": {
            "runner": {
                "name": "ome-container",
                "image": sglang,
                "commands": [
                    "python3",
                    "-m",
                    "sglang.launch_server",
                    "--model-path",
                    "$(MODEL_PATH)",
                    "--served-model-name",
                    "deepseek-v3",
                    "--port",
                    "8080",
                    "--tp-size",
                    "8",
                    "--disaggregation-mode",
                ],
                "args": ["prefill"],
                "ports": [{
                    "name": "http",
                    "container_port": 8080,
                    "protocol": "TCP",
                }],
                "resources": {
                    "requests": {
                        "nvidia.com/gpu": "8",
                    },
                    "limits": {
                        "nvidia.com/gpu": "8",
                    },
                },
            },
        },
        "decoder_config": {
            "runner": {
                "name": "ome-container",
                "image": sglang,
                "commands": [
                    "python3",
                    "-m",
                    "sglang.launch_server",
                    "--model-path",
                    "$(MODEL_PATH)",
                    "--served-model-name",
                    "deepseek-v3",
                    "--port",
                    "8080",
                    "--tp-size",
                    "8",
                    "--disaggregation-mode",
                ],
                "args": ["decode"],
                "ports": [{
                    "name": "http",
                    "container_port": 8080,
                    "protocol": "TCP",
                }],
                "resources": {
                    "requests": {
                        "nvidia.com/gpu": "8",
                    },
                    "limits": {
                        "nvidia.com/gpu": "8",
                    },
                },
            },
        },
        "router_config": {
            "runner": {
                "name": "router",
                "image": sglang,
                "commands": [
                    "python3",
                    "-m",
                    "sglang_router.launch_router",
                    "--pd-disaggregation",
                    "--port",
                    "8080",
                ],
                "args": [
                    "--service-discovery",
                    "--service-discovery-namespace",
                    "llm",
                    "--service-discovery-port",
                    "8080",
                    "--prefill-selector",
                    "component=engine ome.io/inferenceservice={{.Name}}",
                    "--decode-selector",
                    "component=decoder ome.io/inferenceservice={{.Name}}",
                ],
                "ports": [{
                    "name": "http",
                    "container_port": 8080,
                    "protocol": "TCP",
                }],
                "resources": {
                    "requests": {
                        "cpu": "2",
                        "memory": "4Gi",
                    },
                },
            },
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
service = inference.OmeService("service",
    metadata={
        "name": "deepseek-v3",
        "namespace": "llm",
    },
    spec={
        "model": {
            "name": model.metadata.name,
        },
        "runtime": {
            "name": runtime.metadata.name,
        },
        "engine": {
            "min_replicas": 2,
            "max_replicas": 2,
        },
        "decoder": {
            "min_replicas": 1,
            "max_replicas": 1,
        },
        "router": {
            "min_replicas": 1,
            "max_replicas": 2,
        },
    },
    references=[
        model.manifest,
        runtime.manifest,
    ],
    timeouts={
        "create": "90m",
    },
    opts = pulumi.ResourceOptions(provider=cluster))
benchmark = inference.BenchmarkJob("benchmark",
    metadata={
        "name": "deepseek-v3",
        "namespace": "llm",
    },
    spec={
        "endpoint": {
            "inference_service": {
                "name": service.metadata.name,
                "namespace": "llm",
            },
        },
        "task": inference.Task.TEXT_TO_TEXT,
        "traffic_scenarios": [
            "D(100,100)",
            "D(2000,200)",
        ],
        "num_concurrencies": [
            1,
            16,
            64,
        ],
        "max_time_per_iteration": 15,
        "max_requests_per_iteration": 300,
        "output_location": {
            "storage_uri": "pvc://benchmark-results/deepseek-v3",
        },
    },
    references=[
        model.manifest,
        service.manifest,
    ],
    direct={
        "model_name": "deepseek-v3",
    },
    timeouts={
        "create": "2h",
    },
    opts = pulumi.ResourceOptions(provider=cluster))
pulumi.export("endpoint", service.endpoint)
pulumi.export("ready", service.ready)
