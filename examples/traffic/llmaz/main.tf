# The playground has a Service `<name>-lb`.
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
  references = [inference_open_model.chat.manifest]
  spec       = { replicas = 2, model_claim = { model_name = inference_open_model.chat.metadata.name } }
}
