list "inference_pool" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
