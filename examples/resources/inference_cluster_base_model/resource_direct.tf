# No operator: a model on a claim that is there already runs nothing. Services mount it.
resource "inference_cluster_base_model" "on_claim" {
  mode     = "direct"
  metadata = { name = "llama-3-3-70b" }
  spec = {
    model_format = { name = "safetensors" }
    storage = {
      storage_uri = "pvc://default:weights/llama-3-3-70b"
      path        = "/mnt/models/llama-3-3-70b"
    }
  }
}
