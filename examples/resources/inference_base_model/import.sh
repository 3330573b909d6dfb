# The ID is <namespace>/<name>; <name> alone is in the provider's default namespace.
terraform import inference_base_model.tuned llm/support-qwen3-8b
