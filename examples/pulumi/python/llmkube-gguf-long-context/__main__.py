import pulumi
import inferops_inference as inference

config = pulumi.Config()
mode = config.get("mode")
if mode is None:
    mode = "operator"
cluster = inference.Provider("cluster",
    mode=mode,
    api_releases={
        "llmkube": "v0.9.19",
    })
model = inference.LlmkubeModel("model",
    metadata={
        "name": "qwen2-5-7b",
        "namespace": "llm",
    },
    spec={
        "source": "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf",
        "format": inference.LlmkubeModelSpecFormat.GGUF,
        "quantization": "Q3_K_M",
        "hardware": {
            "accelerator": inference.HardwareAccelerator.CUDA,
            "gpu": {
                "enabled": True,
                "count": 1,
                "vendor": inference.Vendor.NVIDIA,
                "layers": -1,
            },
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
service = inference.LlmkubeService("service",
    metadata={
        "name": "qwen-long",
        "namespace": "llm",
    },
    spec={
        "model_ref": model.metadata.name,
        "context_size": 65536,
        "rope_scaling": {
            "type": inference.RopeScalingType.YARN,
            "factor": "2.0",
            "original_context": 32768,
        },
        "parallel_slots": 2,
        "flash_attention": True,
        "jinja": True,
        "cache_type_k": "q8_0",
        "cache_type_v": "q8_0",
        "endpoint": {
            "port": 8080,
            "type": inference.SpecServiceType.CLUSTER_IP,
        },
        "resources": {
            "cpu": "4",
            "memory": "16Gi",
        },
    },
    references=[model.manifest],
    direct={
        "cache": {
            "size": "20Gi",
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
pulumi.export("endpoint", service.endpoint)
pulumi.export("ready", service.ready)
