list "inference_kthena_autoscaling_policy" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
