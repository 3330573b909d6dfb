# The ID is the namespace and the name.
terraform import inference_llmkube_service.chat llm/chat
