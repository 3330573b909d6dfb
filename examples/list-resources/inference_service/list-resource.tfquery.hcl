list "inference_service" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
