# Prompts and completions in pods of their own, with SGLang. A Job downloads the weights before any pod holds accelerators.
resource "inference_endpoint" "large" {
  metadata = { name = "large", namespace = "llm" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-72B-Instruct" }
    engine       = { name = "sglang" }
    accelerators = { count = 4 }
    replicas     = 2
    cache        = { size = "200Gi", access_mode = "ReadWriteMany", predownload = {} }
    prefill = {
      replicas         = 2
      transfer_backend = "nixl"
      args             = ["--chunked-prefill-size", "8192"]
    }
  }
  timeouts = { create = "2h" }
}
