# Whatever pods the ModelServing `qwen` has, they serve the model on port 8000.
resource "inference_kthena_model_server" "qwen" {
  metadata = { name = "qwen", namespace = "default" }
  spec = {
    inference_engine  = "vLLM"
    model             = "Qwen/Qwen3-8B"
    workload_selector = { match_labels = { "modelserving.volcano.sh/name" = "qwen" } }
    workload_port     = { port = 8000 }
  }
}
