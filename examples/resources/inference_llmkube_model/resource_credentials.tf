# A model in a bucket: `source_secret_ref` names the Secret that the download reads, and the
# provider makes it.
variable "bucket_key_id" {
  type      = string
  ephemeral = true
}

variable "bucket_key" {
  type      = string
  ephemeral = true
  sensitive = true
}

resource "inference_llmkube_model" "bucket" {
  metadata = { name = "qwen3-8b", namespace = "llm" }
  spec = {
    source            = "s3://models/qwen3-8b/Qwen3-8B-Q4_K_M.gguf"
    source_secret_ref = { name = "models-bucket" }
    format            = "gguf"
    quantization      = "Q4_K_M"
  }
  credentials = {
    s3 = {
      access_key_id     = var.bucket_key_id
      secret_access_key = var.bucket_key
      region            = "eu-central-1"
      endpoint_url      = "https://s3.eu-central-1.amazonaws.com"
    }
  }
}
