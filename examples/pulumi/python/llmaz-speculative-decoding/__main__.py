import pulumi
import inferops_inference as inference

config = pulumi.Config()
mode = config.get("mode")
if mode is None:
    mode = "direct"
cluster = inference.Provider("cluster",
    mode=mode,
    namespace="default")
main = inference.OpenModel("main",
    metadata={
        "name": "qwen2-5-72b",
    },
    spec={
        "family_name": "qwen2",
        "source": {
            "model_hub": {
                "model_id": "Qwen/Qwen2.5-72B-Instruct",
            },
        },
        "inference_config": {
            "flavors": [{
                "name": "gpu",
                "limits": {
                    "nvidia.com/gpu": "4",
                },
            }],
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
draft = inference.OpenModel("draft",
    metadata={
        "name": "qwen2-5-7b",
    },
    spec={
        "family_name": "qwen2",
        "source": {
            "model_hub": {
                "model_id": "Qwen/Qwen2.5-7B-Instruct",
            },
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
chat = inference.Playground("chat",
    metadata={
        "name": "chat",
    },
    spec={
        "replicas": 1,
        "model_claims": {
            "models": [
                {
                    "name": main.metadata.name,
                    "role": inference.Role.MAIN,
                },
                {
                    "name": draft.metadata.name,
                    "role": inference.Role.DRAFT,
                },
            ],
        },
        "backend_runtime_config": {
            "backend_name": "vllm",
            "config_name": "speculative-decoding",
            "args": [
                "--max-model-len",
                "16384",
                "--tensor-parallel-size",
                "4",
            ],
            "resources": {
                "requests": {
                    "cpu": "16",
                    "memory": "128Gi",
                },
                "limits": {
                    "cpu": "16",
                    "memory": "128Gi",
                },
            },
        },
        "elastic_config": {
            "min_replicas": 1,
            "max_replicas": 4,
            "scale_trigger": {
                "hpa": {
                    "metrics": [{
                        "type": "Pods",
                        "pods": {
                            "metric": {
                                "name": "vllm:num_requests_waiting",
                            },
                            "target": {
                                "type": "AverageValue",
                                "average_value": "8",
                            },
                        },
                    }],
                    "behavior": {
                        "scale_down": {
                            "stabilization_window_seconds": 600,
                        },
                    },
                },
            },
        },
    },
    references=[
        main.manifest,
        draft.manifest,
    ],
    direct={
        "startup_seconds": 3600,
    },
    timeouts={
        "create": "2h",
        "update": "2h",
    },
    opts = pulumi.ResourceOptions(provider=cluster))
pulumi.export("endpoint", chat.endpoint)
pulumi.export("ready", chat.ready)
