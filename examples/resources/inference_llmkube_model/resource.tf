resource "inference_llmkube_model" "qwen" {
  metadata = {
    name      = "qwen"
    namespace = "llm"
  }
  spec = {
    source = "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf"
    hardware = {
      accelerator = "cuda"
      gpu = {
        enabled = true
        count   = 1
        vendor  = "nvidia"
      }
    }
  }
}
