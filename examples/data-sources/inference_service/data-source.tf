data "inference_service" "live" {
  metadata = { name = "deepseek", namespace = "default" }
}

output "service" {
  value = {
    ready = data.inference_service.live.ready
    spec  = jsondecode(data.inference_service.live.spec_json)
  }
}
