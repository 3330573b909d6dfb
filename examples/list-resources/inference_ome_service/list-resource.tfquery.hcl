list "inference_ome_service" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
