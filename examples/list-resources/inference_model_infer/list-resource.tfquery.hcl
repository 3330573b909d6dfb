list "inference_model_infer" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
