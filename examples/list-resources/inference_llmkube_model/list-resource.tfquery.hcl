list "inference_llmkube_model" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
