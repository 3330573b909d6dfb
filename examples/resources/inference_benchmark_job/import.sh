# The ID is <namespace>/<name>; <name> alone is in the provider's default namespace.
terraform import inference_benchmark_job.chat llm/deepseek-chat
