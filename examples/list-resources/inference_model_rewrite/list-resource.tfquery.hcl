list "inference_model_rewrite" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
