import {
  to       = inference_llmkube_gpu_quota.research
  identity = { namespace = "llm", name = "research" }
}
