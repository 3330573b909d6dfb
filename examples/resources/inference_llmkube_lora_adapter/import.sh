# The ID is the namespace and the name.
terraform import inference_llmkube_lora_adapter.legal llm/legal
