list "inference_playground" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
