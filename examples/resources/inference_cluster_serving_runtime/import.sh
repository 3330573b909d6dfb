# The kind is cluster-scoped: the ID is the name.
terraform import inference_cluster_serving_runtime.sglang srt-deepseek-pd
