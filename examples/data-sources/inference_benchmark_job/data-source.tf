data "inference_benchmark_job" "live" {
  metadata = { name = "deepseek-chat", namespace = "llm" }
}

output "chat" {
  value = {
    ready = data.inference_benchmark_job.live.ready
    spec  = jsondecode(data.inference_benchmark_job.live.spec_json)
  }
}
