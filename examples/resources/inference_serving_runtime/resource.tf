resource "inference_serving_runtime" "vllm" {
  metadata = { name = "vllm-qwen3", namespace = "llm" }
  spec = {
    protocol_versions = ["openAI"]
    model_size_range  = { min = "1B", max = "15B" }
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.51.0" }
      model_architecture = "Qwen3ForCausalLM"
      auto_select        = true
      priority           = 1
    }]
    engine_config = {
      runner = {
        name    = "ome-container"
        image   = "docker.io/vllm/vllm-openai:v0.9.0.1"
        command = ["vllm", "serve", "$(MODEL_PATH)", "--port", "8080"]
        ports   = [{ name = "http", container_port = 8080, protocol = "TCP" }]
        resources = {
          requests = { "nvidia.com/gpu" = "1", memory = "80Gi" }
          limits   = { "nvidia.com/gpu" = "1", memory = "80Gi" }
        }
        startup_probe = {
          http_get          = { path = "/health", port = "8080" }
          period_seconds    = 6
          failure_threshold = 150
        }
      }
    }
  }
}
