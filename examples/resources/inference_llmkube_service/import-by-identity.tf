import {
  to       = inference_llmkube_service.chat
  identity = { namespace = "llm", name = "chat" }
}
