# `terraform apply -invoke=action.inference_cancel_benchmark.chat` stops the benchmark and leaves its resource as it is.
action "inference_cancel_benchmark" "chat" {
  config {
    type      = "inference_benchmark_job"
    namespace = "llm"
    name      = "chat"
    mode      = "direct"
  }
}
