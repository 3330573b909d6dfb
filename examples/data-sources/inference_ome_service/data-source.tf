data "inference_ome_service" "live" {
  metadata = { name = "deepseek", namespace = "llm" }
}

output "chat" {
  value = {
    ready = data.inference_ome_service.live.ready
    spec  = jsondecode(data.inference_ome_service.live.spec_json)
  }
}
