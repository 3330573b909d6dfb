# Kthena's router finds the pods of the ModelServing by the ModelServer, and leads requests for the model `chat` to them by the
# ModelRoute.
resource "inference_model_serving" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec = {
    replicas       = 2
    scheduler_name = "default-scheduler"
    template = {
      roles = [{
        name            = "server"
        worker_replicas = 0
        entry_template = {
          spec = {
            containers = [{
              name            = "engine"
              image           = "vllm/vllm-openai:v0.11.0"
              args            = ["--model", "Qwen/Qwen3-8B"]
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

resource "inference_kthena_model_server" "chat" {
  metadata   = { name = "chat", namespace = "default" }
  references = [inference_model_serving.chat.manifest]
  spec = {
    inference_engine  = "vLLM"
    model             = "Qwen/Qwen3-8B"
    workload_selector = { match_labels = { "modelserving.volcano.sh/name" = inference_model_serving.chat.metadata.name } }
    workload_port     = { port = 8000 }
  }
}

resource "inference_kthena_model_route" "chat" {
  metadata   = { name = "chat", namespace = "default" }
  references = [inference_kthena_model_server.chat.manifest, inference_model_serving.chat.manifest]
  spec = {
    model_name = "chat"
    rules      = [{ target_models = [{ model_server_name = inference_kthena_model_server.chat.metadata.name }] }]
  }
}
