# Runtimes are cluster-scoped: the ID is the name.
terraform import inference_backend_runtime.vllm vllm-long-context
