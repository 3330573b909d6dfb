# No operator: the provider makes a claim and a Job that downloads the model to it.
resource "inference_base_model" "qwen" {
  mode     = "direct"
  metadata = { name = "qwen3-8b", namespace = "default" }
  spec = {
    storage = {
      storage_uri = "hf://Qwen/Qwen3-8B"
      path        = "/mnt/models/qwen3-8b"
    }
  }
  direct = {
    size        = "40Gi"
    access_mode = "ReadWriteMany"
    resources   = { requests = { cpu = "1", memory = "2Gi" } }
  }
  timeouts = { create = "2h" }
}
