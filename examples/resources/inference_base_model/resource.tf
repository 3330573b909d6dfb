# A model of one namespace. OME reads its description from the model's own configuration file.
resource "inference_base_model" "tuned" {
  metadata = { name = "support-qwen3-8b", namespace = "llm" }
  spec = {
    storage = {
      storage_uri = "hf://example/support-qwen3-8b@v2"
      path        = "/raid/models/example/support-qwen3-8b"
    }
  }
}
