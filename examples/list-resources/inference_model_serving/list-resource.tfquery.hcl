list "inference_model_serving" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
