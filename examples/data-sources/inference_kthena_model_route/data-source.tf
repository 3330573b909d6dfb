data "inference_kthena_model_route" "live" {
  metadata = { name = "qwen", namespace = "default" }
}

output "kthena_model_route" {
  value = {
    ready = data.inference_kthena_model_route.live.ready
    spec  = jsondecode(data.inference_kthena_model_route.live.spec_json)
  }
}
