import {
  to = inference_serving_runtime.vllm
  identity = {
    namespace = "llm"
    name      = "vllm-qwen3"
  }
}
