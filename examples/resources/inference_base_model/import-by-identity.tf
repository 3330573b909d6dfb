import {
  to = inference_base_model.tuned
  identity = {
    namespace = "llm"
    name      = "support-qwen3-8b"
  }
}
