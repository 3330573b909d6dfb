# The service has a Service of its name.
resource "inference_cluster_base_model" "chat" {
  metadata = { name = "qwen3-8b" }
  spec = {
    model_format         = { name = "safetensors" }
    model_architecture   = "Qwen3ForCausalLM"
    model_parameter_size = "8B"
    storage              = { storage_uri = "hf://Qwen/Qwen3-8B", path = "/raid/models/Qwen/Qwen3-8B" }
  }
}

resource "inference_ome_service" "chat" {
  metadata   = { name = "chat", namespace = "default" }
  references = [inference_cluster_base_model.chat.manifest]
  spec = {
    model = { name = inference_cluster_base_model.chat.metadata.name }
    engine = {
      min_replicas = 2
      max_replicas = 2
      runner = {
        name      = "ome-container"
        image     = "vllm/vllm-openai:v0.11.0"
        args      = ["--model", "/raid/models/Qwen/Qwen3-8B", "--served-model-name", "chat", "--port", "8080"]
        resources = { limits = { "nvidia.com/gpu" = "1" } }
      }
    }
  }
}
