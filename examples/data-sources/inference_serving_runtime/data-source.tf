data "inference_serving_runtime" "live" {
  metadata = { name = "vllm-qwen3", namespace = "llm" }
}

output "vllm" {
  value = {
    ready = data.inference_serving_runtime.live.ready
    spec  = jsondecode(data.inference_serving_runtime.live.spec_json)
  }
}
