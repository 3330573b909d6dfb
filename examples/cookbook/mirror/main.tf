# Images come from a mirror of your own, and models from a hub of your own. Neither login is in a plan or a state.
variable "registry_password" {
  type      = string
  ephemeral = true
  sensitive = true
}

variable "hub_token" {
  type      = string
  ephemeral = true
  sensitive = true
}

resource "inference_endpoint" "assistant" {
  metadata = { name = "assistant", namespace = "default" }
  spec = {
    model              = { repository = "Qwen/Qwen2.5-7B-Instruct", hub_endpoint = "https://hub.example.com" }
    accelerators       = { count = 1 }
    engine             = { image = "registry.example.com/mirror/vllm-openai:v0.11.0" }
    image_pull_secrets = [{ name = "mirror" }]
  }
  credentials = {
    hugging_face = { token = var.hub_token }
    registry     = { server = "registry.example.com", username = "terraform", password = var.registry_password }
  }
}
