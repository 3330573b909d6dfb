data "inference_llmkube_model_pool" "live" {
  metadata = { name = "slot", namespace = "llm" }
}

output "llmkube_model_pool" {
  value = {
    ready = data.inference_llmkube_model_pool.live.ready
    runs  = try(data.inference_llmkube_model_pool.live.status.resident_member, null)
    spec  = jsondecode(data.inference_llmkube_model_pool.live.spec_json)
  }
}
