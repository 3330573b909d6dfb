list "inference_benchmark_job" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
