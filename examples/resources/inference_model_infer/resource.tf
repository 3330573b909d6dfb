# One group of one pod. It becomes a ModelInfer or a ModelServing, whichever the cluster serves.
resource "inference_model_infer" "llama" {
  metadata = { name = "llama", namespace = "default" }
  spec = {
    replicas       = 1
    scheduler_name = "volcano"
    template = {
      roles = [{
        name            = "server"
        worker_replicas = 0
        entry_template = {
          spec = {
            containers = [{
              name  = "engine"
              image = "vllm/vllm-openai:v0.9.2"
              args  = ["--model", "meta-llama/Llama-3.1-8B-Instruct"]
              ports = [{ name = "http", container_port = 8000 }]
              resources = {
                limits = { "nvidia.com/gpu" = "1" }
              }
              readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
            }]
          }
        }
      }]
    }
  }
}
