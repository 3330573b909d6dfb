list "inference_objective" "all" {
  provider = inference

  config {
    namespace = "default"
  }
}
