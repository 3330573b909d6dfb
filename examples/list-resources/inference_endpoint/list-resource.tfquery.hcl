list "inference_endpoint" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
