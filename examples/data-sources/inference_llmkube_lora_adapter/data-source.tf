data "inference_llmkube_lora_adapter" "live" {
  metadata = { name = "legal", namespace = "llm" }
}

output "llmkube_lora_adapter" {
  value = {
    ready  = data.inference_llmkube_lora_adapter.live.ready
    loaded = try(data.inference_llmkube_lora_adapter.live.status.loaded_path, null)
    spec   = jsondecode(data.inference_llmkube_lora_adapter.live.spec_json)
  }
}
