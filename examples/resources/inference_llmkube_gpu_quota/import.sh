# The ID is the namespace and the name.
terraform import inference_llmkube_gpu_quota.research llm/research
