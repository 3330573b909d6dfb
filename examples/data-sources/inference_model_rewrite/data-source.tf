data "inference_model_rewrite" "live" {
  metadata = { name = "chat", namespace = "default" }
}

output "model_rewrite" {
  value = {
    ready = data.inference_model_rewrite.live.ready
    spec  = jsondecode(data.inference_model_rewrite.live.spec_json)
  }
}
