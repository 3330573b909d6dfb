# The services of the namespace `research` have at most 16 GPUs together.
resource "inference_llmkube_gpu_quota" "research" {
  metadata = { name = "research", namespace = "llm" }
  spec = {
    namespace_ref = "research"
    gpu_count     = 16
    min_priority  = "low"
  }
}
