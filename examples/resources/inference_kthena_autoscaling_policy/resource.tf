# From one group of the ModelServing `qwen` to four, with five requests waiting for each.
resource "inference_kthena_autoscaling_policy" "qwen" {
  metadata = { name = "qwen", namespace = "default" }
  spec = {
    metrics = [{ name = "waiting", target_value = "5" }]
    homogeneous_target = {
      min_replicas = 1
      max_replicas = 4
      target = {
        target_ref     = { name = "qwen" }
        metric_sources = { waiting = { pod = { name = "vllm:num_requests_waiting", port = 8000 } } }
      }
    }
  }
}
