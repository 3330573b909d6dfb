# The pods of a ModelServing, reached by the name `chat`. Requests of paying customers go to pods of their own, and all
# requests together may have 200,000 tokens a minute.
locals {
  pods = { chat = 2, premium = 1 }
}

resource "inference_model_serving" "chat" {
  for_each = local.pods
  metadata = { name = each.key, namespace = "default" }
  spec = {
    replicas = each.value
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
  for_each   = local.pods
  metadata   = { name = each.key, namespace = "default" }
  references = [inference_model_serving.chat[each.key].manifest]
  spec = {
    inference_engine  = "vLLM"
    model             = "Qwen/Qwen3-8B"
    workload_selector = { match_labels = { "modelserving.volcano.sh/name" = each.key } }
    workload_port     = { port = 8000 }
  }
}

resource "inference_kthena_model_route" "chat" {
  metadata   = { name = "chat", namespace = "default" }
  references = [for server in inference_kthena_model_server.chat : server.manifest]
  spec = {
    model_name = "chat"
    rules = [
      {
        name          = "premium"
        model_match   = { headers = { x-tier = { exact = "premium" } } }
        target_models = [{ model_server_name = "premium" }]
      },
      { target_models = [{ model_server_name = "chat" }] },
    ]
    rate_limit = { input_tokens_per_unit = 200000, unit = "minute" }
  }
}
