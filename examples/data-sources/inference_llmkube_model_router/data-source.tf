data "inference_llmkube_model_router" "live" {
  metadata = { name = "front", namespace = "llm" }
}

output "llmkube_model_router" {
  value = {
    ready    = data.inference_llmkube_model_router.live.ready
    backends = try(data.inference_llmkube_model_router.live.status.backends, [])
    spec     = jsondecode(data.inference_llmkube_model_router.live.spec_json)
  }
}
