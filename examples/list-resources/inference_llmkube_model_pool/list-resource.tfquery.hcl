list "inference_llmkube_model_pool" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
