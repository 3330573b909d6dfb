# The ID is <namespace>/<name>; <name> alone is in the provider's default namespace.
terraform import inference_endpoint.chat llm/chat
