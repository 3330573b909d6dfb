list "inference_kthena_model_route" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
