# The kind is cluster-scoped: the ID is the name.
terraform import inference_cluster_base_model.deepseek deepseek-v3
