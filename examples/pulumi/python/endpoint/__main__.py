import pulumi
import inferops_inference as inference

config = pulumi.Config()
mode = config.get("mode")
if mode is None:
    mode = "operator"
cluster = inference.Provider("cluster", mode=mode)
chat = inference.Endpoint("chat",
    metadata={
        "name": "endpoint-chat",
        "namespace": "llm",
    },
    spec={
        "model": {
            "repository": "Qwen/Qwen2.5-0.5B-Instruct",
        },
        "accelerators": {
            "count": 1,
        },
        "context_length": 4096,
    },
    opts = pulumi.ResourceOptions(provider=cluster))
pulumi.export("endpoint", chat.endpoint)
pulumi.export("openaiBaseUrl", chat.openai_base_url)
pulumi.export("model", chat.served_model_name)
pulumi.export("ready", chat.ready)
