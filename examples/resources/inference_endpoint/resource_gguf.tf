# A GGUF file on processors: llama.cpp serves it.
resource "inference_endpoint" "small" {
  metadata = { name = "small", namespace = "llm" }
  spec = {
    model = {
      repository = "Qwen/Qwen2.5-0.5B-Instruct-GGUF"
      file       = "qwen2.5-0.5b-instruct-q4_k_m.gguf"
    }
    served_model_name = "qwen"
    resources         = { requests = { cpu = "4", memory = "2Gi" } }
  }
}
