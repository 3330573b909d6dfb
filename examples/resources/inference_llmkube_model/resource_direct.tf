# In direct mode a model creates nothing: it is the manifest that services are given.
resource "inference_llmkube_model" "vision" {
  mode     = "direct"
  metadata = { name = "gemma-vision", namespace = "default" }
  spec = {
    source = "hf://ggml-org/gemma-3-4b-it-GGUF"
    files  = ["gemma-3-4b-it-Q4_K_M.gguf"]
    mmproj = "mmproj-model-f16.gguf"
  }
}
