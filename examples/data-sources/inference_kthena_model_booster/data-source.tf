data "inference_kthena_model_booster" "live" {
  metadata = { name = "qwen", namespace = "default" }
}

output "kthena_model_booster" {
  value = {
    ready = data.inference_kthena_model_booster.live.ready
    spec  = jsondecode(data.inference_kthena_model_booster.live.spec_json)
  }
}
