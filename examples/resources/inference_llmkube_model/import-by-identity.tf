import {
  to       = inference_llmkube_model.qwen
  identity = { namespace = "llm", name = "qwen" }
}
