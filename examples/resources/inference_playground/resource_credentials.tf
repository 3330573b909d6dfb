# A gated model: the token of Hugging Face becomes the Secret that llmaz reads it from, and is
# in no plan and no state.
variable "hugging_face_token" {
  type      = string
  ephemeral = true
  sensitive = true
}

resource "inference_playground" "gated" {
  metadata = { name = "gated", namespace = "llm" }
  spec = {
    replicas               = 1
    model_claim            = { model_name = "llama3-1-8b" }
    backend_runtime_config = { backend_name = "vllm" }
  }
  credentials = {
    hugging_face = { token = var.hugging_face_token }
  }
}
