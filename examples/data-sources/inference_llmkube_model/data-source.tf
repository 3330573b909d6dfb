data "inference_llmkube_model" "live" {
  metadata = { name = "qwen", namespace = "llm" }
}

output "llmkube_model" {
  value = {
    ready = data.inference_llmkube_model.live.ready
    phase = try(data.inference_llmkube_model.live.status.phase, null)
    spec  = jsondecode(data.inference_llmkube_model.live.spec_json)
  }
}
