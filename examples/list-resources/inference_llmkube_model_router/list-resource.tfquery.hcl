list "inference_llmkube_model_router" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
