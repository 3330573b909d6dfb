# Requests ask the service for the model `legal`. The claim with the adapters is one of the volumes of the service.
resource "inference_llmkube_lora_adapter" "legal" {
  metadata = { name = "legal", namespace = "llm" }
  spec = {
    name                  = "legal"
    path                  = "/adapters/legal"
    inference_service_ref = { name = "chat" }
  }
}
