# The ID is the namespace and the name.
terraform import inference_llmkube_model_pool.slot llm/slot
