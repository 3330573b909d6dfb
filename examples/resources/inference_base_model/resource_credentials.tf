# A gated model. `storage.key` and `storage.parameters` name the Secret that OME reads and the
# key in it, and the provider makes that Secret. The token is sent again when the version changes.
variable "hugging_face_token" {
  type      = string
  ephemeral = true
  sensitive = true
}

resource "inference_base_model" "gated" {
  metadata = { name = "llama3-3-70b", namespace = "llm" }
  spec = {
    vendor               = "meta"
    model_format         = { name = "safetensors", version = "1.0.0" }
    model_parameter_size = "70.6B"
    storage = {
      storage_uri = "hf://meta-llama/Llama-3.3-70B-Instruct"
      path        = "/raid/models/meta/llama-3-3-70b-instruct"
      key         = "llama-token"
      parameters  = { secretKey = "HF_TOKEN" }
    }
  }
  credentials = {
    hugging_face = { token = var.hugging_face_token }
    version      = "2026-01"
  }
}
