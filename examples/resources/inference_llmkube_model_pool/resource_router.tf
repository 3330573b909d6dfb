# The pool sets `replicas` of both services, so nobody else does.
resource "inference_llmkube_service" "chat" {
  metadata = { name = "turns-chat", namespace = "llm" }
  spec     = { model_ref = "qwen3-8b", resources = { gpu = 1, cpu = "4", memory = "16Gi" } }
}

resource "inference_llmkube_service" "code" {
  metadata = { name = "turns-code", namespace = "llm" }
  spec     = { model_ref = "qwen2-5-coder-7b", resources = { gpu = 1, cpu = "4", memory = "16Gi" } }
}

locals {
  turns = { chat = inference_llmkube_service.chat, code = inference_llmkube_service.code }
}

resource "inference_llmkube_model_pool" "turns" {
  metadata   = { name = "turns", namespace = "llm" }
  spec       = { members = [for s in local.turns : { inference_service_ref = { name = s.metadata.name } }] }
  references = [for s in local.turns : s.manifest]
}

# Requests for the model `chat` or `code` start its service.
resource "inference_llmkube_model_router" "turns" {
  metadata = { name = "turns", namespace = "llm" }
  spec = {
    backends               = [for model, s in local.turns : { name = model, inference_service_ref = { name = s.metadata.name } }]
    default_route          = "chat"
    default_route_strategy = "BackendNameMatch"
  }
  references = [for s in local.turns : s.manifest]
  depends_on = [inference_llmkube_model_pool.turns]
}
