data "inference_base_model" "live" {
  metadata = { name = "support-qwen3-8b", namespace = "llm" }
}

output "tuned" {
  value = {
    ready = data.inference_base_model.live.ready
    spec  = jsondecode(data.inference_base_model.live.spec_json)
  }
}
