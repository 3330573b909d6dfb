import {
  to       = inference_llmkube_model_router.front
  identity = { namespace = "llm", name = "front" }
}
