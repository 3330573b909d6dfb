import {
  to       = inference_llmkube_model_pool.slot
  identity = { namespace = "llm", name = "slot" }
}
