data "inference_backend_runtime" "live" {
  metadata = { name = "vllm-long-context" }
}

output "backend_runtime" {
  value = {
    ready = data.inference_backend_runtime.live.ready
    spec  = jsondecode(data.inference_backend_runtime.live.spec_json)
  }
}
