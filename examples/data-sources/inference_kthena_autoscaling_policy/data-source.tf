data "inference_kthena_autoscaling_policy" "live" {
  metadata = { name = "qwen", namespace = "default" }
}

output "kthena_autoscaling_policy" {
  value = {
    ready = data.inference_kthena_autoscaling_policy.live.ready
    spec  = jsondecode(data.inference_kthena_autoscaling_policy.live.spec_json)
  }
}
