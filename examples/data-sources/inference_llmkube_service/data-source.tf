data "inference_llmkube_service" "live" {
  metadata = { name = "chat", namespace = "llm" }
}

output "llmkube_service" {
  value = {
    ready = data.inference_llmkube_service.live.ready
    phase = try(data.inference_llmkube_service.live.status.phase, null)
    spec  = jsondecode(data.inference_llmkube_service.live.spec_json)
  }
}
