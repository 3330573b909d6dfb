# The resource that serves so far, and the endpoint beside it that takes its place.
resource "inference_open_model" "chat" {
  metadata = { name = "qwen3-8b" }
  spec = {
    family_name      = "qwen3"
    source           = { model_hub = { model_id = "Qwen/Qwen3-8B" } }
    inference_config = { flavors = [{ name = "l40s", limits = { "nvidia.com/gpu" = "1" } }] }
  }
}

resource "inference_playground" "chat" {
  metadata   = { name = "chat", namespace = "default" }
  mode       = "direct"
  references = [inference_open_model.chat.manifest]
  spec       = { replicas = 1, model_claim = { model_name = inference_open_model.chat.metadata.name } }
}

resource "inference_endpoint" "chat" {
  metadata = { name = "chat-next", namespace = "default" }
  spec = {
    model             = { repository = "Qwen/Qwen3-8B" }
    served_model_name = "qwen3-8b"
    accelerators      = { count = 1 }
  }
}
