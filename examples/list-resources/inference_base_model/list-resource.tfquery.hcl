list "inference_base_model" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
