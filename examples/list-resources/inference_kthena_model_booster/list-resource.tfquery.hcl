list "inference_kthena_model_booster" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
