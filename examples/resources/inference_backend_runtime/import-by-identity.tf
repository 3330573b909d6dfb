import {
  to       = inference_backend_runtime.vllm
  identity = { name = "vllm-long-context" }
}
