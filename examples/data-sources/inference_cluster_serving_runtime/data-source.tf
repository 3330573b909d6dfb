data "inference_cluster_serving_runtime" "live" {
  metadata = { name = "srt-deepseek-pd" }
}

output "sglang" {
  value = {
    ready = data.inference_cluster_serving_runtime.live.ready
    spec  = jsondecode(data.inference_cluster_serving_runtime.live.spec_json)
  }
}
