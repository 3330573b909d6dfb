# The ID is <namespace>/<name>; <name> alone is in the provider's default namespace.
terraform import inference_pool.llama default/llama3-1-8b
