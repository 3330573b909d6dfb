# Weights in two parts and the projector for images, from a repository on Hugging Face. They
# are downloaded before the first service starts, and split over two GPUs.
resource "inference_llmkube_model" "vision" {
  metadata = {
    name      = "qwen2.5-vl-72b"
    namespace = "llm"
    labels    = { team = "documents" }
  }
  spec = {
    source = "hf://example/Qwen2.5-VL-72B-Instruct-GGUF@v1.0"
    files = [
      "qwen2.5-vl-72b-q4_k_m-00001-of-00002.gguf",
      "qwen2.5-vl-72b-q4_k_m-00002-of-00002.gguf",
    ]
    mmproj   = "mmproj-qwen2.5-vl-72b-f16.gguf"
    format   = "gguf"
    prefetch = true
    hardware = {
      accelerator = "cuda"
      gpu = {
        enabled  = true
        count    = 2
        vendor   = "nvidia"
        memory   = "48Gi"
        layers   = -1
        sharding = { strategy = "layer" }
      }
    }
  }
}
