# Services of the namespace `llm` name it, or find it by their model.
resource "inference_serving_runtime" "vllm" {
  metadata = { name = "vllm-qwen3", namespace = "llm" }
  spec = {
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.51.0" }
      model_architecture = "Qwen3ForCausalLM"
      auto_select        = true
    }]
    engine_config = {
      runner = {
        name    = "ome-container"
        image   = "docker.io/vllm/vllm-openai:v0.9.0.1"
        command = ["vllm", "serve", "$(MODEL_PATH)", "--port", "8080"]
      }
    }
  }
}
