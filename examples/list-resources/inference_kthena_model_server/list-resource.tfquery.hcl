list "inference_kthena_model_server" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
