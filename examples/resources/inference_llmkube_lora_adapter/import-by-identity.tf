import {
  to       = inference_llmkube_lora_adapter.legal
  identity = { namespace = "llm", name = "legal" }
}
