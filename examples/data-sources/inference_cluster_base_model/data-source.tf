data "inference_cluster_base_model" "live" {
  metadata = { name = "deepseek-v3" }
}

output "deepseek" {
  value = {
    ready = data.inference_cluster_base_model.live.ready
    spec  = jsondecode(data.inference_cluster_base_model.live.spec_json)
  }
}
