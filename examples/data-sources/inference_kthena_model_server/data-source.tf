data "inference_kthena_model_server" "live" {
  metadata = { name = "qwen", namespace = "default" }
}

output "kthena_model_server" {
  value = {
    ready = data.inference_kthena_model_server.live.ready
    spec  = jsondecode(data.inference_kthena_model_server.live.spec_json)
  }
}
