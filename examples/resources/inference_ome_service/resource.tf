# Everything that is not said here comes from the runtime.
resource "inference_ome_service" "chat" {
  metadata = { name = "deepseek", namespace = "llm" }
  spec = {
    model   = { name = "deepseek-v3" }
    runtime = { name = "srt-deepseek-pd" }
    engine  = { min_replicas = 1, max_replicas = 1 }
    decoder = { min_replicas = 1, max_replicas = 1 }
    router  = { min_replicas = 1, max_replicas = 2 }
  }
}
