list "inference_llmkube_gpu_quota" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
