resource "inference_llmkube_service" "chat" {
  metadata = {
    name      = "chat"
    namespace = "llm"
  }
  spec = {
    model_ref       = "qwen2-5-7b"
    context_size    = 32768
    parallel_slots  = 4
    flash_attention = true
    jinja           = true
    endpoint        = { port = 8080 }
    resources       = { cpu = "4", memory = "16Gi" }
  }
}
