data "inference_llmkube_gpu_quota" "live" {
  metadata = { name = "research", namespace = "llm" }
}

output "llmkube_gpu_quota" {
  value = {
    ready = data.inference_llmkube_gpu_quota.live.ready
    used  = try(data.inference_llmkube_gpu_quota.live.status.used_gpu_count, 0)
    spec  = jsondecode(data.inference_llmkube_gpu_quota.live.spec_json)
  }
}
