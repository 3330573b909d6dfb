data "inference_model_serving" "live" {
  metadata = { name = "deepseek", namespace = "default" }
}

output "groups" {
  value = {
    ready     = data.inference_model_serving.live.ready
    available = try(data.inference_model_serving.live.status.available_replicas, null)
  }
}
