# Two model servers without an operator, and in front of them a pool whose endpoint picker sends each request to the one that can
# answer it soonest.
resource "inference_model_serving" "chat" {
  mode     = "direct"
  metadata = { name = "chat", namespace = "default" }
  spec = {
    replicas         = 2
    scheduler_name   = "default-scheduler"
    rollout_strategy = { type = "RoleRollingUpdate" }
    template = {
      roles = [{
        name            = "server"
        worker_replicas = 0
        max_unavailable = "1"
        entry_template = {
          metadata = { labels = { app = "chat" } }
          spec = {
            containers = [{
              name            = "engine"
              image           = "vllm/vllm-openai:v0.11.0"
              args            = ["--model", "Qwen/Qwen3-8B", "--served-model-name", "chat"]
              ports           = [{ container_port = 8000 }]
              readiness_probe = { http_get = { path = "/health", port = "8000" } }
              resources       = { limits = { "nvidia.com/gpu" = "1" } }
            }]
          }
        }
      }]
    }
  }
}

resource "inference_pool" "chat" {
  mode       = "direct"
  metadata   = { name = "chat", namespace = "default" }
  references = [inference_model_serving.chat.manifest]
  spec = {
    selector     = { match_labels = { app = "chat" } }
    target_ports = [{ number = 8000 }]
  }
  direct = { engine = "vllm" }
}
