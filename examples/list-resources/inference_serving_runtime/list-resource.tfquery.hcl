list "inference_serving_runtime" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
