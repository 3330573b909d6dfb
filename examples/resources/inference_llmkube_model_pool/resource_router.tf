locals {
  models = {
    chat = "qwen3-8b"
    code = "qwen2-5-coder-7b"
  }
}

# The pool sets `replicas`, so nobody else does.
resource "inference_llmkube_service" "turns" {
  for_each = local.models
  metadata = { name = "turns-${each.key}", namespace = "llm" }
  spec = {
    model_ref = each.value
    resources = { gpu = 1, cpu = "4", memory = "16Gi" }
  }
}

resource "inference_llmkube_model_pool" "turns" {
  metadata = { name = "turns", namespace = "llm" }
  spec = {
    members = [for s in inference_llmkube_service.turns : { inference_service_ref = { name = s.metadata.name } }]
  }
  references = [for s in inference_llmkube_service.turns : s.manifest]
}

resource "inference_llmkube_model_router" "turns" {
  metadata = { name = "turns", namespace = "llm" }
  spec = {
    backends = [
      for model, s in inference_llmkube_service.turns : { name = model, inference_service_ref = { name = s.metadata.name } }
    ]
    default_route          = "chat"
    default_route_strategy = "BackendNameMatch"
  }
  references = [for s in inference_llmkube_service.turns : s.manifest]
  depends_on = [inference_llmkube_model_pool.turns]
}
