list "inference_llmkube_service" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
