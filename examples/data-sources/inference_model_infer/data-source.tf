data "inference_model_infer" "live" {
  metadata = { name = "llama", namespace = "default" }
}

output "groups" {
  value = {
    ready     = data.inference_model_infer.live.ready
    available = try(data.inference_model_infer.live.status.available_replicas, null)
  }
}
