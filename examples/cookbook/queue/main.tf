# KEDA adds a replica for every four requests that wait in the queues of the engines, however many are in progress.
resource "inference_endpoint" "assistant" {
  metadata = { name = "assistant", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    autoscaling = {
      min    = 1
      max    = 4
      target = 4
      prometheus = {
        server_address = "http://prometheus-operated.monitoring.svc:9090"
        query          = "sum(vllm:num_requests_waiting{namespace=\"default\", pod=~\"assistant-.*\"})"
      }
    }
  }
}
