# Two versions behind one name. Kthena's router divides the requests between them by `weights`.
variable "weights" {
  type    = map(number)
  default = { blue = 90, green = 10 }
}

locals {
  versions = {
    blue  = { repository = "Qwen/Qwen2.5-7B-Instruct", image = "vllm/vllm-openai:v0.11.0" }
    green = { repository = "Qwen/Qwen3-8B", image = "vllm/vllm-openai:v0.11.0" }
  }
}

resource "inference_kthena_model_route" "assistant" {
  metadata = { name = "assistant", namespace = "default" }
  spec = {
    model_name = "assistant"
    rules = [{
      target_models = [
        for colour, weight in var.weights : { model_server_name = inference_kthena_model_server.assistant[colour].metadata.name, weight = weight }
      ]
    }]
  }
}

resource "inference_kthena_model_server" "assistant" {
  for_each = var.weights
  metadata = { name = "assistant-${each.key}", namespace = "default" }
  spec = {
    inference_engine  = "vLLM"
    model             = "assistant"
    workload_selector = { match_labels = { "app.kubernetes.io/name" = inference_endpoint.assistant[each.key].metadata.name } }
    workload_port     = { port = 8000 }
  }
}

resource "inference_endpoint" "assistant" {
  for_each = var.weights
  metadata = { name = "assistant-${each.key}", namespace = "default" }
  spec = {
    model             = { repository = local.versions[each.key].repository }
    served_model_name = "assistant"
    accelerators      = { count = 1 }
    engine            = { image = local.versions[each.key].image }
  }
}
