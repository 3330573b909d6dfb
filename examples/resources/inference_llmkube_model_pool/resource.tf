# Two services take turns on one GPU. A router in front of both starts the one that a request asks for.
resource "inference_llmkube_model_pool" "slot" {
  metadata = { name = "slot", namespace = "llm" }
  spec = {
    members = [
      { inference_service_ref = { name = "chat" } },
      { inference_service_ref = { name = "code" } },
    ]
    default     = "chat"
    swap_budget = "10m"
  }
}
